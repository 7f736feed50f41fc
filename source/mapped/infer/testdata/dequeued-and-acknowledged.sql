CREATE TABLE mail_task (id UUID PRIMARY KEY, class_name VARCHAR NOT NULL, module_name VARCHAR NOT NULL, data JSONB NOT NULL, enqueued_at TIMESTAMP NOT NULL, dequeued_at TIMESTAMP, acknowledged_at TIMESTAMP, visibility_timeout INTEGER NOT NULL);
CREATE INDEX mail_task_pending_idx ON mail_task (enqueued_at) WHERE acknowledged_at IS NULL;
INSERT INTO mail_task VALUES ('7c0e0001-0000-4000-8000-000000000001','SendWelcome','shop.tasks','{"user":1}','2026-05-01 10:00:00','2026-05-01 10:00:05','2026-05-01 10:00:09',60),('7c0e0001-0000-4000-8000-000000000002','SendReceipt','shop.tasks','{"user":2}','2026-05-01 11:59:00','2026-05-01 11:59:30',NULL,60),('7c0e0001-0000-4000-8000-000000000003','SendWelcome','shop.tasks','{"user":3}','2026-05-01 11:59:40',NULL,NULL,60);
--> mail_task 7c0e0001-0000-4000-8000-000000000001 done SendWelcome
--> mail_task 7c0e0001-0000-4000-8000-000000000002 active SendReceipt
--> mail_task 7c0e0001-0000-4000-8000-000000000003 queued SendWelcome
--= mail_task created=enqueued_at; started=dequeued_at; finished=acknowledged_at
