CREATE TABLE jobs (id INTEGER PRIMARY KEY, handler TEXT NOT NULL, queue VARCHAR(255) NOT NULL DEFAULT 'default', attempts INT NOT NULL DEFAULT 0, run_at DATETIME NULL, locked_at DATETIME NULL, locked_by VARCHAR(255) NULL, failed_at DATETIME NULL, error TEXT NULL, created_at DATETIME NOT NULL);
INSERT INTO jobs VALUES (1,'O:14:"WelcomeMailJob":1:{s:7:"user_id";i:4;}','default',5,NULL,NULL,NULL,'2026-05-01 10:00:00','Exception: smtp is down','2026-05-01 09:00:00'),(2,'O:11:"ThumbnailJob":1:{s:2:"id";i:9;}','default',0,NULL,'2026-05-01 11:59:00','host::web1 pid::88',NULL,NULL,'2026-05-01 11:58:00'),(3,'O:11:"ThumbnailJob":1:{s:2:"id";i:10;}','default',0,NULL,NULL,NULL,NULL,NULL,'2026-05-01 11:58:30'),(4,'O:14:"WelcomeMailJob":1:{s:7:"user_id";i:5;}','default',1,'2026-05-01 13:00:00',NULL,NULL,NULL,'Exception: smtp is down','2026-05-01 11:30:00');
--> jobs 1 failed WelcomeMailJob
--> jobs 2 active ThumbnailJob
--> jobs 3 queued ThumbnailJob
--> jobs 4 scheduled WelcomeMailJob
--= jobs error=error; attempts=attempts; created=created_at; started=locked_at; finished=failed_at; run_at=run_at
