CREATE TABLE job_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, job_type TEXT NOT NULL DEFAULT '', payload TEXT NOT NULL, payload_extra TEXT, status TEXT NOT NULL DEFAULT 'pending', attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 3, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, scheduled_for TEXT NOT NULL DEFAULT '', locked_by TEXT DEFAULT '', locked_at TEXT DEFAULT '', completed_at TEXT DEFAULT '', last_error TEXT DEFAULT '', recurrent BOOLEAN NOT NULL DEFAULT FALSE, interval TEXT NOT NULL DEFAULT '');
CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT, password TEXT, verified BOOLEAN);
INSERT INTO users VALUES ('u1','ann@a.org','x',1);
INSERT INTO job_queue VALUES (1,'email_verification','{"email":"ann@a.org"}',NULL,'completed',1,3,'2026-05-01T10:00:00Z','2026-05-01T10:01:00Z','2026-05-01T10:00:00Z','','','2026-05-01T10:01:00Z','',0,''),(2,'password_reset','{"email":"bob@a.org"}',NULL,'failed',3,3,'2026-05-01T10:00:00Z','2026-05-01T10:11:00Z','2026-05-01T10:10:00Z','','','','smtp: 550 unknown user',0,''),(3,'password_reset','{"email":"cat@a.org"}',NULL,'processing',1,3,'2026-05-01T11:58:00Z','2026-05-01T11:59:00Z','2026-05-01T11:58:00Z','srv','2026-05-01T11:59:00Z','','',0,''),(4,'db_backup','{}',NULL,'pending',0,3,'2026-05-01T11:58:00Z','2026-05-01T11:58:00Z','2026-05-02T03:00:00Z','','','','',1,'24h'),(5,'email_verification','{"email":"dan@a.org"}',NULL,'pending',0,3,'2026-05-01T11:58:00Z','2026-05-01T11:58:00Z','2026-05-01T11:58:00Z','','','','',0,'');
--> job_queue 1 done email_verification
--> job_queue 2 failed password_reset
--> job_queue 3 active password_reset
--> job_queue 4 scheduled db_backup
--> job_queue 5 queued email_verification
--= job_queue error=last_error; attempts=attempts; created=created_at; started=locked_at; finished=completed_at; run_at=scheduled_for
