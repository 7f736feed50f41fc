CREATE TABLE webhook_deliveries (id TEXT PRIMARY KEY, endpoint_url TEXT, event TEXT, payload TEXT, status TEXT, attempt_count INTEGER, next_attempt_at TEXT, response_status INTEGER, last_error TEXT, created_at TEXT, delivered_at TEXT);
CREATE TABLE endpoints (id TEXT PRIMARY KEY, url TEXT, secret TEXT, enabled INTEGER);
INSERT INTO webhook_deliveries VALUES ('d1','https://x','user.created','{}','delivered',1,NULL,200,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:01'),('d2','https://x','user.deleted','{}','failed',8,NULL,500,'HTTP 500','2026-05-01 10:00:00',NULL),('d3','https://x','user.created','{}','pending',0,NULL,NULL,NULL,'2026-05-01 10:00:00',NULL),('d4','https://x','user.created','{}','retrying',2,'2026-05-01 12:30:00',503,'HTTP 503','2026-05-01 10:00:00',NULL);
--> webhook_deliveries d1 done user.created
--> webhook_deliveries d2 failed user.deleted
--> webhook_deliveries d3 queued user.created
--> webhook_deliveries d4 scheduled user.created
