CREATE TABLE kit_jobs (id INTEGER PRIMARY KEY, queue_name TEXT NOT NULL, class_name TEXT NOT NULL, arguments TEXT, priority INTEGER DEFAULT 0, scheduled_at TEXT, finished_at TEXT, created_at TEXT NOT NULL);
CREATE TABLE kit_ready_executions (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES kit_jobs(id), created_at TEXT);
CREATE TABLE kit_claimed_executions (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES kit_jobs(id), process_id INTEGER, created_at TEXT);
CREATE TABLE kit_failed_executions (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES kit_jobs(id), error TEXT, created_at TEXT);
CREATE TABLE kit_scheduled_executions (id INTEGER PRIMARY KEY, job_id INTEGER NOT NULL REFERENCES kit_jobs(id), scheduled_at TEXT, created_at TEXT);
CREATE TABLE kit_processes (id INTEGER PRIMARY KEY, kind TEXT, last_heartbeat_at TEXT, pid INTEGER);
INSERT INTO kit_jobs VALUES (1,'default','MailJob','{}',0,NULL,'2026-05-01 10:01:00','2026-05-01 10:00:00'),(2,'default','BillJob','{}',0,NULL,NULL,'2026-05-01 10:00:00'),(3,'default','SyncJob','{}',0,NULL,NULL,'2026-05-01 11:59:00'),(4,'default','MailJob','{}',0,NULL,NULL,'2026-05-01 11:59:00'),(5,'default','YearJob','{}',0,'2026-05-02 10:00:00',NULL,'2026-05-01 11:59:00');
INSERT INTO kit_failed_executions VALUES (1,2,'{"message":"declined"}','2026-05-01 10:01:00');
INSERT INTO kit_claimed_executions VALUES (1,3,1,'2026-05-01 11:59:00');
INSERT INTO kit_ready_executions VALUES (1,4,'2026-05-01 11:59:00');
INSERT INTO kit_scheduled_executions VALUES (1,5,'2026-05-02 10:00:00','2026-05-01 11:59:00');
--> kit_jobs 1 done MailJob
--> kit_jobs 2 failed BillJob
--> kit_jobs 3 active SyncJob
--> kit_jobs 4 queued MailJob
--> kit_jobs 5 scheduled YearJob
