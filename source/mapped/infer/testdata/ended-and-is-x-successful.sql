-- No status: a time of the end, and whether it was successful, by a name of its own.
CREATE TABLE backup_runs (id INTEGER PRIMARY KEY, target TEXT NOT NULL, started_at TEXT, finished_at TEXT, isBackupSuccessful INTEGER, payload TEXT);
INSERT INTO backup_runs VALUES (1,'photos','2026-05-01 10:00:00','2026-05-01 10:05:00',1,'{"n":1}'),(2,'mail','2026-05-01 10:10:00','2026-05-01 10:12:00',0,'{"n":2}'),
(3,'music','2026-05-01 11:58:00',NULL,NULL,'{"n":3}'),(4,'films',NULL,NULL,NULL,'{"n":4}');
--> backup_runs 1 done photos
--> backup_runs 2 failed mail
--> backup_runs 3 active music
--> backup_runs 4 queued films
