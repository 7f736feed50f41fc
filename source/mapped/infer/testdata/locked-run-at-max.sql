CREATE TABLE jobs (id integer primary key, queue varchar(64) not null, payload text, run_at timestamptz not null, attempts integer not null default 0, max_attempts integer not null default 5, last_error text, locked_at timestamptz, locked_by varchar(64), created_at timestamptz not null, updated_at timestamptz not null);
CREATE INDEX idx_jobs_queue_run_at on jobs(queue, run_at);
INSERT INTO jobs VALUES (1,'reports','{"job_class":"MonthlyReport","month":4}','2026-05-01 10:00:00',5,5,'disk full',NULL,NULL,'2026-05-01 09:00:00','2026-05-01 10:30:00'),(2,'reports','{"job_class":"DailyReport","day":30}','2026-05-01 11:00:00',1,5,NULL,'2026-05-01 11:59:00','w-1','2026-05-01 11:00:00','2026-05-01 11:59:00'),(3,'reports','{"job_class":"DailyReport","day":29}','2026-05-01 12:30:00',2,5,'timeout','','','2026-05-01 11:00:00','2026-05-01 11:30:00'),(4,'reports','{"job_class":"YearlyReport","year":2025}','2026-05-01 11:30:00',0,5,NULL,NULL,NULL,'2026-05-01 11:30:00','2026-05-01 11:30:00');
--> jobs 1 failed MonthlyReport
--> jobs 2 active DailyReport
--> jobs 3 scheduled DailyReport
--> jobs 4 queued YearlyReport
--= jobs error=last_error; attempts=attempts; created=created_at; started=locked_at; run_at=run_at
