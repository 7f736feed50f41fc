CREATE TABLE films (id TEXT PRIMARY KEY, title TEXT, status TEXT, created_at TEXT);
CREATE TABLE encode_jobs (id TEXT PRIMARY KEY, film_id TEXT NOT NULL REFERENCES films(id), status TEXT NOT NULL CHECK (status IN ('queued','processing','ready','failed','cancelled')), error_message TEXT, started_at TEXT, completed_at TEXT, created_at TEXT);
INSERT INTO films VALUES ('f1','The Harbour','ready','2026-05-01'),('f2','The Lock','processing','2026-05-01'),('f3','The Weir','failed','2026-05-01'),('f4','The Ford','uploaded','2026-05-01');
INSERT INTO encode_jobs VALUES ('e1','f1','ready',NULL,'2026-05-01T10:00:00Z','2026-05-01T10:20:00Z','2026-05-01T09:59:00Z'),('e2','f2','processing',NULL,'2026-05-01T11:50:00Z',NULL,'2026-05-01T11:49:00Z'),('e3','f3','failed','codec unknown','2026-05-01T10:00:00Z','2026-05-01T10:01:00Z','2026-05-01T09:59:00Z'),('e4','f4','queued',NULL,NULL,NULL,'2026-05-01T11:59:00Z');
--> encode_jobs e1 done The Harbour
--> encode_jobs e2 active The Lock
--> encode_jobs e3 failed The Weir
--> encode_jobs e4 queued The Ford
