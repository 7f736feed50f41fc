CREATE TABLE cron_jobs (job_key VARCHAR(100) PRIMARY KEY, label VARCHAR(255) NOT NULL, description TEXT, enabled TINYINT(1) DEFAULT 1, interval_minutes INT DEFAULT 60, last_run_at DATETIME, last_run_status VARCHAR(20), last_run_log TEXT, last_run_seconds DECIMAL(6,2), next_run_at DATETIME, updated_at TIMESTAMP);
CREATE TABLE job_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, job_type VARCHAR(100) NOT NULL, payload JSON NOT NULL, status VARCHAR(20) DEFAULT 'pending', attempts TINYINT DEFAULT 0, max_attempts TINYINT DEFAULT 3, last_error TEXT, available_at DATETIME NOT NULL, processed_at DATETIME, created_at TIMESTAMP, updated_at TIMESTAMP);
CREATE INDEX idx_queue_pick ON job_queue (status, available_at);
INSERT INTO cron_jobs VALUES ('sync','Sync users','',1,60,'2026-05-01 11:00:00','success','ok',2.0,'2026-05-01 12:00:00','2026-05-01 11:00:00'),('prune','Prune logs','',1,60,'2026-05-01 11:00:00','error','no disk',2.0,'2026-05-01 12:00:00','2026-05-01 11:00:00');
INSERT INTO job_queue VALUES (1,'assign_license','{"user":"ann"}','done',1,3,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:05','2026-05-01 10:00:00','2026-05-01 10:00:05'),(2,'assign_license','{"user":"bob"}','failed',3,3,'403 Forbidden','2026-05-01 10:10:00',NULL,'2026-05-01 10:00:00','2026-05-01 10:12:05'),(3,'disable_user','{"user":"cat"}','processing',1,3,NULL,'2026-05-01 11:59:00',NULL,'2026-05-01 11:59:00','2026-05-01 11:59:05'),(4,'disable_user','{"user":"dan"}','pending',0,3,NULL,'2026-05-01 11:59:00',NULL,'2026-05-01 11:59:00','2026-05-01 11:59:00');
--> job_queue 1 done assign_license
--> job_queue 2 failed assign_license
--> job_queue 3 active disable_user
--> job_queue 4 queued disable_user
--= job_queue error=last_error; attempts=attempts; created=created_at; finished=processed_at; run_at=available_at
