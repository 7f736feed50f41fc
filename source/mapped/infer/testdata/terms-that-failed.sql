CREATE TABLE rh_jobs (id integer PRIMARY KEY, term blob NOT NULL, priority integer NOT NULL DEFAULT 50, enqueued_at timestamp NOT NULL, due_at timestamp, failed_at timestamp, fail_reason text, internal_meta text DEFAULT '{}');
INSERT INTO rh_jobs VALUES (1,x'8368','50','2026-05-01 10:00:00',NULL,'2026-05-01 10:00:02','** (RuntimeError) boom','{}'),(2,x'8368','50','2026-05-01 11:59:00',NULL,NULL,NULL,'{}'),(3,x'8368','50','2026-05-01 11:59:00','2026-05-01 13:00:00',NULL,NULL,'{}');
--> rh_jobs 1 failed
--> rh_jobs 2 queued
--> rh_jobs 3 scheduled
--= rh_jobs error=fail_reason; created=enqueued_at; run_at=due_at; finished=failed_at
