CREATE TABLE books (id INTEGER PRIMARY KEY, user_id TEXT NOT NULL, title TEXT NOT NULL, authors TEXT, description TEXT, page_count INTEGER, status INTEGER NOT NULL DEFAULT 0, -- 0: unread, 1: reading, 2: finished
 started_at TEXT, finished_at TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT);
INSERT INTO books VALUES (1,'u','Emma','Austen','A novel',400,2,'2026-01-01 00:00:00','2026-02-01 00:00:00','2026-01-01 00:00:00','2026-02-01 00:00:00'),(2,'u','Dune','Herbert','A novel',500,1,'2026-03-01 00:00:00',NULL,'2026-01-01 00:00:00','2026-02-01 00:00:00'),(3,'u','Ulysses','Joyce','A novel',700,0,NULL,NULL,'2026-01-01 00:00:00','2026-02-01 00:00:00');
