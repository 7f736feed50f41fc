CREATE TABLE sync_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, operation TEXT NOT NULL, payload TEXT NOT NULL, created_at INTEGER NOT NULL, processed INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0, retry_count INTEGER NOT NULL DEFAULT 0, last_error TEXT);
INSERT INTO sync_queue VALUES (1,'upload note','{"id":1}',1777630000,1,0,0,NULL),(2,'delete note','{"id":2}',1777630000,0,1,5,'409'),(3,'upload photo','{"id":3}',1777630000,0,0,0,NULL);
--> sync_queue 1 done upload note
--> sync_queue 2 failed delete note
--> sync_queue 3 queued upload photo
