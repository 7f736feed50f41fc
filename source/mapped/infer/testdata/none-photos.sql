CREATE TABLE assets (id TEXT PRIMARY KEY, path TEXT, taken_at TEXT, width INTEGER, height INTEGER, hash TEXT, rating INTEGER, status TEXT, created_at TEXT);
CREATE TABLE albums (id TEXT PRIMARY KEY, name TEXT);
INSERT INTO assets VALUES ('a','/a.jpg','2026-01-01',1,1,'h',3,'active','2026-01-01'),('b','/b.jpg','2026-01-01',1,1,'h2',3,'trashed','2026-01-01');
