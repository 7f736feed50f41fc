CREATE TABLE task_kinds (id INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE);
CREATE TABLE private_jobs (id INTEGER PRIMARY KEY, job_queue_id INTEGER, task_id INTEGER NOT NULL REFERENCES task_kinds(id), payload TEXT NOT NULL, priority INTEGER DEFAULT 0, run_at TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 25, last_error TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, key TEXT, locked_at TEXT, locked_by TEXT);
INSERT INTO task_kinds VALUES (1,'resize_avatar'),(2,'send_welcome');
INSERT INTO private_jobs VALUES (1,NULL,1,'{"id":7}',0,'2026-05-01 10:00:00',0,25,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,NULL,NULL),(2,NULL,2,'{"id":7}',0,'2026-05-01 10:00:00',25,25,'no such user','2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,NULL,NULL),(3,NULL,2,'{"id":7}',0,'2026-05-01 10:00:00',1,25,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,'2026-05-01 11:59:00','worker-1'),(4,NULL,2,'{"id":7}',0,'2026-05-01 14:00:00',2,25,'timeout','2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,NULL,NULL);
--> private_jobs 1 queued resize_avatar
--> private_jobs 2 failed send_welcome
--> private_jobs 3 active send_welcome
--> private_jobs 4 scheduled send_welcome
