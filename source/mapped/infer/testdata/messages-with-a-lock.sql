CREATE TABLE queue_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL UNIQUE, message_type TEXT NOT NULL, payload TEXT NOT NULL, deliver_at TEXT NOT NULL, attempts INTEGER DEFAULT 0, max_attempts INTEGER DEFAULT 10, locked_until TEXT, version INTEGER DEFAULT 0, created_at TEXT);
CREATE TABLE queue_messages_dlq (id INTEGER PRIMARY KEY AUTOINCREMENT, original_id INTEGER NOT NULL, message_id TEXT NOT NULL, message_type TEXT NOT NULL, payload TEXT NOT NULL, attempts INTEGER NOT NULL, error TEXT, last_error_at TEXT, created_at TEXT, moved_at TEXT);
INSERT INTO queue_messages VALUES (11,'x-11','StartStage','{"stage":"build"}','2026-05-01 11:58:00',0,10,NULL,0,'2026-05-01 11:58:00'),(12,'x-12','RunTask','{"task":"compile"}','2026-05-01 11:58:00',1,10,'2026-05-01 12:04:00',1,'2026-05-01 11:58:00'),(13,'x-13','RunTask','{"task":"deploy"}','2026-05-01 12:30:00',2,10,NULL,4,'2026-05-01 11:50:00');
INSERT INTO queue_messages_dlq VALUES (1,7,'x-7','CompleteStage','{"stage":"lint"}',10,'database is locked','2026-05-01 10:10:00','2026-05-01 10:00:00','2026-05-01 10:10:00');
--> queue_messages 11 queued StartStage
--> queue_messages 12 active RunTask
--> queue_messages 13 scheduled RunTask
--> queue_messages_dlq 1 failed CompleteStage
--= queue_messages attempts=attempts; created=created_at; run_at=deliver_at
--= queue_messages_dlq error=error; attempts=attempts
