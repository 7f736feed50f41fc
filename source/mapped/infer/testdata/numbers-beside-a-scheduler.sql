CREATE TABLE plain_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, data TEXT, status INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, next_run_at INTEGER, started_at INTEGER, error TEXT, failed_at INTEGER, finished_at INTEGER);
CREATE TABLE plain_scheduled_jobs (id INTEGER PRIMARY KEY, type TEXT NOT NULL, status INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, cron_expression TEXT, next_run_at INTEGER);
CREATE TABLE plain_workers (id TEXT PRIMARY KEY, status INTEGER, last_seen_at INTEGER);
INSERT INTO plain_jobs VALUES (1,'paint','{}',0,1777630000000,NULL,NULL,NULL,NULL,NULL),(2,'paint','{}',1,1777630000000,NULL,1777636700000,NULL,NULL,NULL),(3,'sand','{}',2,1777630000000,NULL,1777636700000,NULL,NULL,1777636720000),(4,'sand','{}',3,1777630000000,NULL,1777636700000,'no sand',1777636720000,NULL);
--> plain_jobs 1 queued paint
--> plain_jobs 2 active paint
--> plain_jobs 3 done sand
--> plain_jobs 4 failed sand
