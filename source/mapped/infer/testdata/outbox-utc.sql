CREATE TABLE OutboxMessages (Id TEXT NOT NULL PRIMARY KEY, NotificationType TEXT NOT NULL, Content TEXT NOT NULL, CreatedAtUtc TEXT NOT NULL, ProcessedAtUtc TEXT NULL, ErrorMessage TEXT NULL, RetryCount INTEGER NOT NULL DEFAULT 0, NextRetryAtUtc TEXT NULL);
CREATE INDEX IX_OutboxMessages_ProcessedAt ON OutboxMessages (ProcessedAtUtc, RetryCount, NextRetryAtUtc);
INSERT INTO OutboxMessages VALUES ('0A6F2E6E-0000-4000-8000-000000000001','Shop.OrderPlaced','{"orderId":1}','2026-05-01T10:00:00.0000000Z','2026-05-01T10:00:01.0000000Z',NULL,0,NULL),('0A6F2E6E-0000-4000-8000-000000000002','Shop.OrderShipped','{"orderId":1}','2026-05-01T10:10:00.0000000Z',NULL,'broker unreachable',2,'2026-05-01T12:20:00.0000000Z'),('0A6F2E6E-0000-4000-8000-000000000003','Shop.OrderPlaced','{"orderId":2}','2026-05-01T11:59:00.0000000Z',NULL,NULL,0,NULL);
--> OutboxMessages 0A6F2E6E-0000-4000-8000-000000000001 done Shop.OrderPlaced
--> OutboxMessages 0A6F2E6E-0000-4000-8000-000000000002 scheduled Shop.OrderShipped
--> OutboxMessages 0A6F2E6E-0000-4000-8000-000000000003 queued Shop.OrderPlaced
--= OutboxMessages error=ErrorMessage; attempts=RetryCount; created=CreatedAtUtc; finished=ProcessedAtUtc; run_at=NextRetryAtUtc
