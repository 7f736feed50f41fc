CREATE TABLE jobs (id TEXT PRIMARY KEY, status TEXT NOT NULL DEFAULT 'queued', progress INTEGER NOT NULL DEFAULT 0, original_filename TEXT NOT NULL, original_size INTEGER NOT NULL, original_path TEXT NOT NULL, original_width INTEGER, original_height INTEGER, options TEXT NOT NULL, compressed_path TEXT, compressed_size INTEGER, reduction_percent REAL, created_at TEXT NOT NULL, started_at TEXT, completed_at TEXT, expires_at TEXT, error_message TEXT);
INSERT INTO jobs VALUES ('b1','completed',100,'beach.jpg',900,'/u/b1.jpg',10,10,'{"q":80}','/c/b1.jpg',400,55.5,'2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:00:03','2026-05-02 10:00:03',NULL),('b2','failed',10,'dog.heic',900,'/u/b2.heic',10,10,'{"q":80}',NULL,NULL,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:04','2026-05-01 10:00:05','2026-05-02 10:00:03','unsupported format'),('b3','processing',50,'cat.png',900,'/u/b3.png',10,10,'{"q":80}',NULL,NULL,NULL,'2026-05-01 11:59:00','2026-05-01 11:59:04',NULL,NULL,NULL),('b4','queued',0,'tree.png',900,'/u/b4.png',10,10,'{"q":80}',NULL,NULL,NULL,'2026-05-01 11:59:00',NULL,NULL,NULL,NULL);
--> jobs b1 done beach.jpg
--> jobs b2 failed dog.heic
--> jobs b3 active cat.png
--> jobs b4 queued tree.png
--= jobs error=error_message; created=created_at; started=started_at; finished=completed_at
