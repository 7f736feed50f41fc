CREATE TABLE products (uuid TEXT PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL, stock INTEGER);
CREATE TABLE sales (uuid TEXT PRIMARY KEY, total INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'open', created_at TEXT NOT NULL);
CREATE TABLE payments (uuid TEXT PRIMARY KEY, sale_uuid TEXT NOT NULL REFERENCES sales(uuid), method TEXT NOT NULL, amount INTEGER NOT NULL, reference TEXT, created_at TEXT NOT NULL);
CREATE TABLE sync_queue (uuid TEXT NOT NULL PRIMARY KEY, entity_type TEXT NOT NULL, entity_uuid TEXT NOT NULL, operation TEXT NOT NULL, payload TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, last_error TEXT, created_at TEXT NOT NULL DEFAULT (datetime('now')));
CREATE INDEX idx_sync_pending ON sync_queue(attempts, created_at);
INSERT INTO products VALUES ('p1','Tea',300,9);
INSERT INTO sales VALUES ('s1',300,'paid','2026-05-01 10:00:00'),('s2',300,'open','2026-05-01 11:00:00');
INSERT INTO payments VALUES ('y1','s1','cash',300,NULL,'2026-05-01 10:00:00');
INSERT INTO sync_queue VALUES ('q1','sale','s1','INSERT','{"uuid":"s1"}',2,'network unreachable','2026-05-01 10:00:00'),('q2','payment','y1','INSERT','{"uuid":"y1"}',0,NULL,'2026-05-01 10:00:01'),('q3','product','p1','UPDATE','{"uuid":"p1"}',0,NULL,'2026-05-01 11:30:00');
--> sync_queue q1 queued
--> sync_queue q2 queued
--> sync_queue q3 queued
--= sync_queue error=last_error; attempts=attempts; created=created_at
