CREATE TABLE crawl_queue (url TEXT PRIMARY KEY, last_crawl TIMESTAMP, next_crawl TIMESTAMP, crawl_frequency INTEGER, content_hash TEXT, last_error TEXT, status TEXT DEFAULT 'pending', retry_count INTEGER DEFAULT 0, retry_after TIMESTAMP, failure_type TEXT, priority INTEGER DEFAULT 0, modified_date TIMESTAMP);
CREATE TABLE csv_tracking (id INTEGER PRIMARY KEY, file TEXT, loaded_at TIMESTAMP);
INSERT INTO crawl_queue VALUES ('https://a.org/','2026-05-01T10:00:00','2026-05-08T10:00:00',7,'ff',NULL,'completed',0,NULL,NULL,0,NULL),('https://a.org/x',NULL,NULL,7,NULL,'HTTP 410','failed',5,NULL,'permanent',0,NULL),('https://a.org/y',NULL,NULL,7,NULL,NULL,'pending',0,NULL,NULL,0,NULL),('https://a.org/z',NULL,NULL,7,NULL,'HTTP 503','pending',1,'2026-05-01T12:30:00','temporary',0,NULL);
--> crawl_queue https://a.org/ done https://a.org/
--> crawl_queue https://a.org/x failed https://a.org/x
--> crawl_queue https://a.org/y queued https://a.org/y
--> crawl_queue https://a.org/z scheduled https://a.org/z
--= crawl_queue attempts=retry_count
