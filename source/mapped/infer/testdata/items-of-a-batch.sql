CREATE TABLE batches (id INTEGER PRIMARY KEY, name TEXT, status TEXT, created_at TEXT);
CREATE TABLE batch_items (id INTEGER PRIMARY KEY, batch_id INTEGER NOT NULL REFERENCES batches(id), input TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', attempts INTEGER DEFAULT 0, error TEXT, started_at TEXT, finished_at TEXT);
INSERT INTO batches VALUES (1,'Translate shop','running','2026-05-01 10:00:00');
INSERT INTO batch_items VALUES (1,1,'Translate the menu','succeeded',1,NULL,'2026-05-01 10:00:00','2026-05-01 10:01:00'),(2,1,'Translate the terms','failed',3,'rate limited','2026-05-01 10:00:00','2026-05-01 10:01:00'),(3,1,'Translate the help','running',1,NULL,'2026-05-01 11:59:00',NULL),(4,1,'Translate the rest','pending',0,NULL,NULL,NULL);
--> batch_items 1 done Translate the menu
--> batch_items 2 failed Translate the terms
--> batch_items 3 active Translate the help
--> batch_items 4 queued Translate the rest
