CREATE TABLE tasks (id INTEGER PRIMARY KEY, kind TEXT, payload TEXT, status TEXT, tries INTEGER, max_tries INTEGER, error TEXT, run_after TEXT, picked_at TEXT, done_at TEXT);
INSERT INTO tasks VALUES (1,'index','{}','Done',1,3,NULL,'2026-05-01T10:00:00Z','2026-05-01T10:00:00Z','2026-05-01T10:01:00Z'),(2,'purge','{}','Killed',3,3,'disk full','2026-05-01T10:00:00Z','2026-05-01T10:00:00Z','2026-05-01T10:01:00Z'),(3,'purge','{}','Failed',1,3,'disk full','2026-05-01T13:00:00Z','2026-05-01T10:00:00Z',NULL),(4,'index','{}','Running',1,3,NULL,'2026-05-01T11:00:00Z','2026-05-01T11:59:00Z',NULL),(5,'index','{}','Pending',0,3,NULL,'2026-05-01T11:00:00Z',NULL,NULL);
--> tasks 1 done index
--> tasks 2 failed purge
--> tasks 3 scheduled purge
--> tasks 4 active index
--> tasks 5 queued index
