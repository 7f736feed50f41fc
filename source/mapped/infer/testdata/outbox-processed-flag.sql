CREATE TABLE outbox_events (id VARCHAR(36) PRIMARY KEY, aggregate_id VARCHAR(255) NOT NULL, event_type VARCHAR(100) NOT NULL, payload TEXT NOT NULL, routing_key VARCHAR(255), exchange_name VARCHAR(255), created_at TIMESTAMP NOT NULL, processed BOOLEAN DEFAULT FALSE, processed_at TIMESTAMP NULL, retry_count INTEGER DEFAULT 0, max_retries INTEGER DEFAULT 3, error_message TEXT);
INSERT INTO outbox_events VALUES ('ev1','9','OrderCreated','{"id":9}','order.created','shop','2026-05-01 10:00:00',1,'2026-05-01 10:00:02',0,3,NULL),('ev2','9','OrderPaid','{"id":9}','order.paid','shop','2026-05-01 10:01:00',0,NULL,3,3,'channel closed'),('ev3','10','OrderCreated','{"id":10}','order.created','shop','2026-05-01 11:59:00',0,NULL,0,3,NULL),('ev4','11','OrderCreated','{"id":11}','order.created','shop','2026-05-01 11:59:10',0,NULL,1,3,'channel closed');
--> outbox_events ev1 done OrderCreated
--> outbox_events ev2 failed OrderPaid
--> outbox_events ev3 queued OrderCreated
--> outbox_events ev4 queued OrderCreated
--= outbox_events error=error_message; attempts=retry_count; created=created_at; finished=processed_at
