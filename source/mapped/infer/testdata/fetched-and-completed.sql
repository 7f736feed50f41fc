CREATE TABLE queued_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, job_task VARCHAR(90) NOT NULL, data TEXT, job_group VARCHAR(255), reference VARCHAR(255), created DATETIME, notbefore DATETIME, fetched DATETIME, completed DATETIME, progress FLOAT, attempts INTEGER DEFAULT 0, failure_message TEXT, workerkey VARCHAR(45), status VARCHAR(255), priority INTEGER DEFAULT 5);
CREATE TABLE queue_processes (id INTEGER PRIMARY KEY, pid VARCHAR(40), created DATETIME, modified DATETIME, terminate BOOLEAN DEFAULT 0, server VARCHAR(90), workerkey VARCHAR(45), active_job_id INTEGER);
INSERT INTO queue_processes VALUES (1,'99','2026-05-01 11:00:00','2026-05-01 11:59:30',0,'web1','wk1',3);
INSERT INTO queued_jobs VALUES (1,'Email','{"to":"ann"}',NULL,NULL,'2026-05-01 10:00:00',NULL,'2026-05-01 10:00:05','2026-05-01 10:00:09',NULL,1,NULL,'wk1',NULL,5),(2,'Export','{"id":2}',NULL,NULL,'2026-05-01 10:00:00',NULL,'2026-05-01 10:10:05','2026-05-01 10:12:09',NULL,1,NULL,'wk1',NULL,5),(3,'Export','{"id":3}',NULL,NULL,'2026-05-01 11:59:00',NULL,'2026-05-01 11:59:05',NULL,0.4,1,NULL,'wk1',NULL,5),(4,'Email','{"to":"bob"}',NULL,NULL,'2026-05-01 11:59:00','2026-05-01 15:00:00',NULL,NULL,NULL,0,NULL,NULL,NULL,5),(5,'Email','{"to":"cat"}',NULL,NULL,'2026-05-01 11:59:00',NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,5);
--> queued_jobs 1 done Email
--> queued_jobs 2 done Export
--> queued_jobs 3 active Export
--> queued_jobs 4 scheduled Email
--> queued_jobs 5 queued Email
--= queued_jobs attempts=attempts; created=created; started=fetched; finished=completed; run_at=notbefore
