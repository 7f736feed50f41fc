CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, queue TEXT NOT NULL, payload TEXT NOT NULL, createdAt INTEGER NOT NULL, status TEXT NOT NULL DEFAULT 'pending', expireAt INTEGER, allocationId TEXT NOT NULL, numRunsLeft INTEGER NOT NULL, maxNumRuns INTEGER NOT NULL, idempotencyKey TEXT, priority INTEGER NOT NULL DEFAULT 0, availableAt INTEGER);
CREATE TABLE __migrations (id INTEGER PRIMARY KEY, hash TEXT, created_at NUMERIC);
INSERT INTO tasks VALUES (1,'crawl','{"url":"https://a.org","title":"Crawl a.org"}',1777630000,'pending',NULL,'a1',5,5,NULL,0,NULL),(2,'crawl','{"url":"https://b.org","title":"Crawl b.org"}',1777630000,'running',1777636900,'a2',4,5,NULL,0,NULL),(3,'crawl','{"url":"https://c.org","title":"Crawl c.org"}',1777630000,'failed',NULL,'a3',0,5,NULL,0,NULL),(4,'crawl','{"url":"https://d.org","title":"Crawl d.org"}',1777630000,'pending_retry',NULL,'a4',2,5,NULL,0,NULL);
--> tasks 1 queued Crawl a.org
--> tasks 2 active Crawl b.org
--> tasks 3 failed Crawl c.org
--> tasks 4 queued Crawl d.org
