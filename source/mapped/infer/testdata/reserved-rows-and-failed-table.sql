CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, queue VARCHAR NOT NULL, payload TEXT NOT NULL, attempts INTEGER NOT NULL, reserved_at INTEGER, available_at INTEGER NOT NULL, created_at INTEGER NOT NULL);
CREATE INDEX jobs_queue_index ON jobs(queue);
CREATE TABLE failed_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, uuid VARCHAR NOT NULL UNIQUE, connection TEXT NOT NULL, queue TEXT NOT NULL, payload TEXT NOT NULL, exception TEXT NOT NULL, failed_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE job_batches (id VARCHAR PRIMARY KEY, name VARCHAR NOT NULL, total_jobs INTEGER NOT NULL, pending_jobs INTEGER NOT NULL, failed_jobs INTEGER NOT NULL, failed_job_ids TEXT NOT NULL, options TEXT, cancelled_at INTEGER, created_at INTEGER NOT NULL, finished_at INTEGER);
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, email TEXT, password TEXT, remember_token TEXT);
CREATE TABLE cache (key TEXT PRIMARY KEY, value TEXT, expiration INTEGER);
INSERT INTO users VALUES (1,'Ann','a@b.c','x',NULL),(2,'Ben','b@b.c','x',NULL);
INSERT INTO jobs VALUES (1,'default','{"uuid":"5f0e","displayName":"App\\Jobs\\MakeReport","maxTries":3,"data":{}}',0,NULL,1777636000,1777636000),
 (2,'default','{"uuid":"5f0f","displayName":"App\\Jobs\\SyncStock","maxTries":3,"data":{}}',1,1777636750,1777636000,1777636000),
 (3,'default','{"uuid":"5f10","displayName":"App\\Jobs\\SendDigest","maxTries":3,"data":{}}',0,NULL,1777666000,1777636000);
INSERT INTO failed_jobs VALUES (9,'5f11','database','default','{"uuid":"5f11","displayName":"App\\Jobs\\ChargeCard","data":{}}','RuntimeException: card declined','2026-05-01 10:00:00');
--> jobs 1 queued MakeReport
--> jobs 2 active SyncStock
--> jobs 3 scheduled SendDigest
--> failed_jobs 9 failed ChargeCard
