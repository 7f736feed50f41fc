CREATE TABLE queue (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, title TEXT, options TEXT, status TEXT NOT NULL DEFAULT 'pending', progress REAL NOT NULL DEFAULT 0, error_msg TEXT, retry_count INTEGER NOT NULL DEFAULT 0, worker_id INTEGER, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, started_at TEXT, completed_at TEXT);
CREATE TABLE history (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, title TEXT, final_status TEXT NOT NULL, file_path TEXT, file_size INTEGER, category TEXT, error_msg TEXT, downloaded_at TEXT NOT NULL, duration_secs INTEGER);
CREATE TABLE files (id INTEGER PRIMARY KEY AUTOINCREMENT, history_id INTEGER REFERENCES history(id), filename TEXT NOT NULL, ext TEXT, size_bytes INTEGER, mime_type TEXT, created_at TEXT NOT NULL);
INSERT INTO queue VALUES (1,'https://v.org/1','Whales','{}','completed',100,NULL,0,1,'2026-05-01T10:00:00Z','2026-05-01T10:05:00Z','2026-05-01T10:00:01Z','2026-05-01T10:05:00Z'),(2,'https://v.org/2','Bears','{}','failed',10,'HTTP 404',3,1,'2026-05-01T10:00:00Z','2026-05-01T10:06:00Z','2026-05-01T10:05:01Z',NULL),(3,'https://v.org/3','Owls','{}','downloading',44,NULL,0,2,'2026-05-01T11:55:00Z','2026-05-01T11:59:00Z','2026-05-01T11:56:00Z',NULL),(4,'https://v.org/4',NULL,'{}','pending',0,NULL,0,NULL,'2026-05-01T11:58:00Z','2026-05-01T11:58:00Z',NULL,NULL),(5,'https://v.org/5','Ants','{}','paused',20,NULL,0,NULL,'2026-05-01T11:00:00Z','2026-05-01T11:30:00Z','2026-05-01T11:10:00Z',NULL);
INSERT INTO history VALUES (1,'https://v.org/1','Whales','completed','/d/whales.mp4',900,'nature',NULL,'2026-05-01T10:05:00Z',299);
--> queue 1 done Whales
--> queue 2 failed Bears
--> queue 3 active Owls
--> queue 4 queued https://v.org/4
--> queue 5 blocked Ants
--= queue error=error_msg; attempts=retry_count; created=created_at; started=started_at; finished=completed_at
