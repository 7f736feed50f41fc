CREATE TABLE class_jobs (id INTEGER PRIMARY KEY, priority INTEGER NOT NULL DEFAULT 100, run_at TEXT NOT NULL, job_class TEXT NOT NULL, error_count INTEGER NOT NULL DEFAULT 0, last_error_message TEXT, queue TEXT NOT NULL DEFAULT 'default', last_error_backtrace TEXT, finished_at TEXT, expired_at TEXT, args TEXT NOT NULL DEFAULT '[]');
CREATE TABLE class_lockers (pid INTEGER PRIMARY KEY, worker_count INTEGER, ruby_hostname TEXT);
INSERT INTO class_jobs (id, run_at, job_class, error_count, last_error_message, finished_at, expired_at) VALUES (1,'2026-05-01 10:00:00','ChargeCard',0,NULL,'2026-05-01 10:01:00',NULL),(2,'2026-05-01 10:00:00','ChargeCard',15,'declined',NULL,'2026-05-01 11:00:00'),(3,'2026-05-01 10:00:00','SendMail',0,NULL,NULL,NULL),(4,'2026-05-01 13:00:00','SendMail',1,'timeout',NULL,NULL);
--> class_jobs 1 done ChargeCard
--> class_jobs 2 failed ChargeCard
--> class_jobs 3 queued SendMail
--> class_jobs 4 scheduled SendMail
