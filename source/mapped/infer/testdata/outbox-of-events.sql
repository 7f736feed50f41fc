CREATE TABLE outbox_events (id INTEGER PRIMARY KEY AUTOINCREMENT, aggregate_type TEXT, aggregate_id TEXT, event_type TEXT NOT NULL, payload TEXT NOT NULL, created_at TEXT NOT NULL, published_at TEXT, retry_count INTEGER NOT NULL DEFAULT 0, last_error TEXT);
INSERT INTO outbox_events VALUES (1,'order','7','OrderPlaced','{}','2026-05-01 10:00:00','2026-05-01 10:00:02',0,NULL),(2,'order','8','OrderPlaced','{}','2026-05-01 10:00:00',NULL,0,NULL),(3,'order','9','OrderPaid','{}','2026-05-01 10:00:00',NULL,2,'broker away');
--> outbox_events 1 done OrderPlaced
--> outbox_events 2 queued OrderPlaced
--> outbox_events 3 queued OrderPaid
