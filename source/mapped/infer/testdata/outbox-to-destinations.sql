CREATE TABLE outbox (id INTEGER PRIMARY KEY, message_id VARCHAR(36) NOT NULL UNIQUE, destination VARCHAR(128) NOT NULL, message_type VARCHAR(128) NOT NULL, payload TEXT NOT NULL, status VARCHAR(20) NOT NULL, retry_count INT NOT NULL DEFAULT 0, created_at TIMESTAMP NOT NULL, next_retry_at TIMESTAMP NOT NULL, last_error VARCHAR(2048));
INSERT INTO outbox VALUES (1,'9a000000-0000-4000-8000-000000000001','orders.exchange','OrderCreatedEvent','{"id":1}','SENT',0,'2026-05-01 10:00:00','2026-05-01 10:00:00',NULL),(2,'9a000000-0000-4000-8000-000000000002','orders.exchange','OrderCancelledEvent','{"id":2}','FAILED',5,'2026-05-01 10:00:00','2026-05-01 10:20:00','channel is closed'),(3,'9a000000-0000-4000-8000-000000000003','mail.exchange','MailRequestedEvent','{"id":3}','PENDING',1,'2026-05-01 11:59:00','2026-05-01 12:04:00','channel is closed'),(4,'9a000000-0000-4000-8000-000000000004','mail.exchange','MailRequestedEvent','{"id":4}','PENDING',0,'2026-05-01 11:59:00','2026-05-01 11:59:00',NULL);
--> outbox 1 done OrderCreatedEvent
--> outbox 2 failed OrderCancelledEvent
--> outbox 3 scheduled MailRequestedEvent
--> outbox 4 queued MailRequestedEvent
--= outbox error=last_error; attempts=retry_count; created=created_at; run_at=next_retry_at
