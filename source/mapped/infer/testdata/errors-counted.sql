CREATE TABLE lab_jobs (job_id text NOT NULL PRIMARY KEY, priority smallint NOT NULL, run_at timestamp NOT NULL, job_type text NOT NULL, args blob NOT NULL, error_count integer NOT NULL DEFAULT 0, last_error text, queue text NOT NULL, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE INDEX idx_lab_jobs_selector ON lab_jobs (queue, run_at, priority);
INSERT INTO lab_jobs VALUES ('01HX0000000000000000000001',0,'2026-05-01 11:58:00','PrintLabel',x'7b7d',0,NULL,'labels','2026-05-01 11:58:00','2026-05-01 11:58:00'),('01HX0000000000000000000002',0,'2026-05-01 12:08:00','PrintLabel',x'7b7d',2,'printer offline','labels','2026-05-01 11:50:00','2026-05-01 11:58:00'),('01HX0000000000000000000003',0,'2026-05-03 12:08:00','CountStock',x'7b7d',0,NULL,'','2026-05-01 11:50:00','2026-05-01 11:50:00');
--> lab_jobs 01HX0000000000000000000001 queued PrintLabel
--> lab_jobs 01HX0000000000000000000002 scheduled PrintLabel
--> lab_jobs 01HX0000000000000000000003 scheduled CountStock
--= lab_jobs error=last_error; attempts=error_count; created=created_at; run_at=run_at
