CREATE TABLE fetch_queue (id INTEGER PRIMARY KEY, url TEXT NOT NULL, title TEXT, status TEXT, error TEXT, created_at TEXT);
INSERT INTO fetch_queue VALUES (1,'https://a.example/one','A first page','done',NULL,'2026-05-01T10:00:00Z'),(2,'https://a.example/two',NULL,'processing',NULL,'2026-05-01T11:00:00Z'),(3,'https://a.example/three',NULL,'failed','gone','2026-05-01T09:00:00Z'),(4,'https://a.example/four',NULL,'pending',NULL,'2026-05-01T11:59:00Z'),(5,'https://a.example/five','A fifth page','done',NULL,'2026-05-01T11:59:00Z');
--> fetch_queue 1 done A first page
--> fetch_queue 2 active https://a.example/two
--> fetch_queue 3 failed https://a.example/three
--> fetch_queue 5 done A fifth page
