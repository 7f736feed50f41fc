CREATE TABLE skip_counters (id TEXT PRIMARY KEY, completions INTEGER, dispatches INTEGER, expiries INTEGER, failures INTEGER, day TEXT);
CREATE TABLE skip_jobs (id TEXT PRIMARY KEY, worker_id TEXT, job_class TEXT NOT NULL, queue_name TEXT, locale TEXT, priority INTEGER, executions INTEGER, exceptions INTEGER, data TEXT, running BOOLEAN DEFAULT 0 NOT NULL, expired_at TEXT, finished_at TEXT, scheduled_at TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE skip_workers (id TEXT PRIMARY KEY, pid INTEGER, sid INTEGER, master BOOLEAN, hostname TEXT, capacity INTEGER);
INSERT INTO skip_workers VALUES ('w1',100,1,1,'h1',5);
INSERT INTO skip_jobs VALUES ('s1',NULL,'SendMailJob','default','en',NULL,NULL,NULL,'{"job":{"arguments":[1]}}',0,NULL,NULL,NULL,'2026-05-01 11:59:00','2026-05-01 11:59:00'),('s2',NULL,'SendMailJob','default','en',NULL,NULL,NULL,'{"job":{"arguments":[2]}}',0,NULL,NULL,'2026-05-01 14:00:00','2026-05-01 11:59:00','2026-05-01 11:59:00'),('s3','w1','ReindexJob','default','en',NULL,1,NULL,'{"job":{"arguments":[]}}',1,NULL,NULL,NULL,'2026-05-01 11:49:00','2026-05-01 11:50:00'),('s4','w1','ReindexJob','default','en',NULL,1,NULL,'{"job":{"arguments":[]}}',0,NULL,'2026-05-01 10:50:00',NULL,'2026-05-01 10:49:00','2026-05-01 10:50:00'),('s5','w1','ChargeJob','default','en',NULL,20,20,'{"job":{"arguments":[3]}}',0,'2026-05-01 09:50:00',NULL,'2026-05-01 09:49:00','2026-04-30 09:49:00','2026-05-01 09:50:00');
--> skip_jobs s1 queued SendMailJob
--> skip_jobs s2 scheduled SendMailJob
--> skip_jobs s3 active ReindexJob
--> skip_jobs s4 done ReindexJob
--> skip_jobs s5 failed ChargeJob
--= skip_jobs attempts=executions; created=created_at
