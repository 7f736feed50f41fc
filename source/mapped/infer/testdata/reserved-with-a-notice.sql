CREATE TABLE job_queue (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'AVAILABLE', expires TIMESTAMP, schedule TIMESTAMP, attempt INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 5, params JSONB NOT NULL, notify TEXT, priority INTEGER NOT NULL DEFAULT 0, inserted_at TIMESTAMP NOT NULL, updated_at TIMESTAMP NOT NULL);
CREATE INDEX job_queue_schedule ON job_queue (state, schedule);
INSERT INTO job_queue VALUES (1,'AVAILABLE',NULL,'2026-05-01 11:58:00',0,5,'{"type":"SendEmail","address":"ann@a.org"}',NULL,0,'2026-05-01 11:58:00','2026-05-01 11:58:00'),(2,'IN_PROGRESS','2026-05-01 12:04:00','2026-05-01 11:58:00',1,5,'{"type":"SyncCalendar","user":4}',NULL,0,'2026-05-01 11:58:00','2026-05-01 11:59:00'),(3,'FAILED',NULL,'2026-05-01 10:58:00',5,5,'{"type":"SendEmail","address":"bob@a.org"}',NULL,0,'2026-05-01 09:58:00','2026-05-01 10:59:00'),(4,'SCHEDULED',NULL,'2026-05-01 18:58:00',0,5,'{"type":"SyncCalendar","user":9}',NULL,0,'2026-05-01 11:58:00','2026-05-01 11:58:00'),(5,'RETRY','2026-05-01 12:30:00','2026-05-01 11:58:00',2,5,'{"type":"SendEmail","address":"cat@a.org"}',NULL,0,'2026-05-01 11:28:00','2026-05-01 11:58:00');
--> job_queue 1 queued SendEmail
--> job_queue 2 active SyncCalendar
--> job_queue 3 failed SendEmail
--> job_queue 4 scheduled SyncCalendar
--> job_queue 5 scheduled SendEmail
--= job_queue attempts=attempt; created=inserted_at
