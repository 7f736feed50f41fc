CREATE TABLE contracts (id INTEGER PRIMARY KEY, contact_email TEXT, pdf_path TEXT, status TEXT);
CREATE TABLE contract_otps (id INTEGER PRIMARY KEY, contract_id INTEGER, email TEXT, otp_code TEXT, expires_at TEXT, used_at TEXT, attempts INTEGER, created_at TEXT);
CREATE TABLE job_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, queue VARCHAR(100) NOT NULL DEFAULT 'default', payload LONGTEXT NOT NULL, status TEXT DEFAULT 'pending', attempts TINYINT DEFAULT 0, max_attempts TINYINT DEFAULT 3, available_at TIMESTAMP NOT NULL, started_at TIMESTAMP NULL, done_at TIMESTAMP NULL, failed_reason TEXT NULL, created_at TIMESTAMP);
INSERT INTO contracts VALUES (1,'a@a.org','/c/1.pdf','signed');
INSERT INTO contract_otps VALUES (1,1,'a@a.org','123456','2026-05-01 10:15:00','2026-05-01 10:02:00',1,'2026-05-01 10:00:00');
INSERT INTO job_queue VALUES (1,'emails','{"class":"App\\Jobs\\SendContract","data":{"contract":1}}','done',1,3,'2026-05-01 10:00:00','2026-05-01 10:00:02','2026-05-01 10:00:05',NULL,'2026-05-01 10:00:00'),(2,'reports','{"class":"App\\Jobs\\MonthlyStats","data":{"month":4}}','failed',3,3,'2026-05-01 10:00:00','2026-05-01 10:10:02',NULL,'division by zero','2026-05-01 10:00:00'),(3,'emails','{"class":"App\\Jobs\\SendContract","data":{"contract":2}}','processing',1,3,'2026-05-01 11:59:00','2026-05-01 11:59:02',NULL,NULL,'2026-05-01 11:59:00'),(4,'emails','{"class":"App\\Jobs\\SendReminder","data":{"contract":2}}','pending',0,3,'2026-05-01 11:59:30',NULL,NULL,NULL,'2026-05-01 11:59:30');
--> job_queue 1 done SendContract
--> job_queue 2 failed MonthlyStats
--> job_queue 3 active SendContract
--> job_queue 4 queued SendReminder
--= job_queue error=failed_reason; attempts=attempts; created=created_at; started=started_at; finished=done_at; run_at=available_at
