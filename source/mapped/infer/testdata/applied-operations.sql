CREATE TABLE sync_queue (id TEXT PRIMARY KEY, uid TEXT NOT NULL, store_id TEXT NOT NULL, table_name TEXT NOT NULL, record_id TEXT NOT NULL, operation TEXT NOT NULL, data TEXT, created_at TEXT NOT NULL, device_id TEXT NOT NULL, applied INTEGER NOT NULL DEFAULT 0, applied_at TEXT);
CREATE TABLE licenses (id TEXT PRIMARY KEY, store_id TEXT, status TEXT, expires_at TEXT);
INSERT INTO licenses VALUES ('l1','st1','active','2027-01-01');
INSERT INTO sync_queue VALUES ('o1','u','st1','products','1','upsert','{"n":1}','2026-05-01T10:00:00Z','d1',1,'2026-05-01T10:00:09Z'),('o2','u','st1','sales','2','delete','{"n":2}','2026-05-01T11:00:00Z','d1',0,NULL),('o3','u','st1','sales','3','upsert','{"n":3}','2026-05-01T11:10:00Z','d1',0,NULL);
--> sync_queue o1 done upsert
--> sync_queue o2 queued delete
--> sync_queue o3 queued upsert
--= sync_queue created=created_at; finished=applied_at
