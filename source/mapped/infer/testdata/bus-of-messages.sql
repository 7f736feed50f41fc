CREATE TABLE message_queue (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, channel TEXT NOT NULL, topic TEXT NOT NULL, sender_kind TEXT, recipient TEXT, kind TEXT NOT NULL, payload TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', metadata TEXT NOT NULL DEFAULT '{}', retry_count INTEGER NOT NULL DEFAULT 0, expires_at TEXT, acked_at TEXT, error TEXT);
CREATE INDEX idx_mq_status_recipient ON message_queue (status, recipient, created_at);
CREATE TABLE dead_letter (id TEXT PRIMARY KEY, original_message_id TEXT NOT NULL, created_at TEXT NOT NULL, reason TEXT NOT NULL, retry_count INTEGER NOT NULL DEFAULT 0, expires_at TEXT, payload TEXT NOT NULL);
INSERT INTO message_queue VALUES ('m1','2026-05-01T10:00:00Z','web','event','user','core','event','{"text":"hello"}','acked','{}',0,NULL,'2026-05-01T10:00:02Z',NULL),('m2','2026-05-01T10:00:00Z','mail','agent.output','agent','mail','reply','{"text":"bye"}','failed','{}',3,NULL,NULL,'smtp timeout'),('m3','2026-05-01T11:59:00Z','web','agent.input','user','core','event','{"text":"more"}','processing','{}',0,NULL,NULL,NULL),('m4','2026-05-01T11:59:30Z','web','tool.call','user','core','command','{"text":"ls"}','pending','{}',0,'2026-05-01T13:00:00Z',NULL,NULL);
INSERT INTO dead_letter VALUES ('m0','m0','2026-05-01T09:00:00Z','max_retries_exceeded',3,NULL,'{"topic":"agent.output"}');
--> message_queue m1 done event
--> message_queue m3 active event
--> message_queue m4 queued command
--= message_queue error=error; attempts=retry_count; created=created_at; finished=acked_at
