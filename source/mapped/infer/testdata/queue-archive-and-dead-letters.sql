CREATE TABLE job_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, command TEXT NOT NULL, state TEXT DEFAULT 'pending', attempts INTEGER DEFAULT 0, max_retries INTEGER DEFAULT 3, created_at DATETIME DEFAULT CURRENT_TIMESTAMP, updated_at DATETIME DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE dead_letter_queue (id INTEGER PRIMARY KEY, title TEXT NOT NULL, command TEXT NOT NULL, max_retries INTEGER DEFAULT 3, log TEXT, created_at DATETIME, updated_at DATETIME);
CREATE TABLE archive (id INTEGER PRIMARY KEY, title TEXT NOT NULL, command TEXT NOT NULL, attempts INTEGER DEFAULT 0, max_retries INTEGER DEFAULT 3, created_at DATETIME, updated_at DATETIME);
INSERT INTO job_queue VALUES (7,'Rotate logs','logrotate -f','processing',1,3,'2026-05-01 11:50:00','2026-05-01 11:59:00'),(8,'Back up','tar cf','pending',0,3,'2026-05-01 11:55:00','2026-05-01 11:55:00'),(9,'Ping the host','ping -c1 a','failed',1,3,'2026-05-01 11:55:00','2026-05-01 11:59:30');
INSERT INTO dead_letter_queue VALUES (3,'Mount the disk','mount /x',3,'no such device','2026-05-01 10:00:00','2026-05-01 10:20:00');
INSERT INTO archive VALUES (1,'Say hello','echo hi',1,3,'2026-05-01 09:00:00','2026-05-01 09:01:00'),(2,'List files','ls',1,3,'2026-05-01 09:00:00','2026-05-01 09:02:00');
--> job_queue 7 active Rotate logs
--> job_queue 8 queued Back up
--> job_queue 9 scheduled Ping the host
--> dead_letter_queue 3 failed Mount the disk
--> archive 1 done Say hello
--> archive 2 done List files
--= job_queue attempts=attempts; created=created_at
--= dead_letter_queue error=log; created=created_at
