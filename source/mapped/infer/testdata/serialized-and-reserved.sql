CREATE TABLE site_queue_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, job longtext NOT NULL, attempts tinyint NOT NULL DEFAULT 0, reserved_at datetime DEFAULT NULL, available_at datetime NOT NULL, created_at datetime NOT NULL);
CREATE TABLE site_queue_failures (id INTEGER PRIMARY KEY AUTOINCREMENT, job longtext NOT NULL, error text DEFAULT NULL, failed_at datetime NOT NULL);
CREATE TABLE site_options (option_id INTEGER PRIMARY KEY, option_name TEXT, option_value TEXT);
INSERT INTO site_options VALUES (1,'siteurl','https://a.org');
INSERT INTO site_queue_jobs VALUES (11,'O:14:"Import_Feed_Job":1:{s:2:"id";i:4;}',0,NULL,'2026-05-01 11:58:00','2026-05-01 11:58:00'),(12,'O:14:"Resize_Pic_Job":1:{s:2:"id";i:9;}',1,'2026-05-01 11:59:30','2026-05-01 11:58:00','2026-05-01 11:58:00'),(13,'O:14:"Import_Feed_Job":1:{s:2:"id";i:5;}',0,NULL,'2026-05-01 14:00:00','2026-05-01 11:58:00');
INSERT INTO site_queue_failures VALUES (1,'O:14:"Resize_Pic_Job":1:{s:2:"id";i:1;}','not an image','2026-05-01 10:00:00');
--> site_queue_jobs 11 queued Import_Feed_Job
--> site_queue_jobs 12 active Resize_Pic_Job
--> site_queue_jobs 13 scheduled Import_Feed_Job
--> site_queue_failures 1 failed Resize_Pic_Job
--= site_queue_jobs attempts=attempts; created=created_at; started=reserved_at; run_at=available_at
--= site_queue_failures error=error; finished=failed_at
