CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, seq INTEGER NOT NULL UNIQUE, kind TEXT NOT NULL, envelope TEXT NOT NULL, queued_at REAL NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0);
CREATE TABLE dead_letter (seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, envelope TEXT NOT NULL, queued_at REAL NOT NULL, moved_at REAL NOT NULL);
CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL);
INSERT INTO outbox VALUES (11,40,'position','{"lat":1}',1777636700.5,0,0),(12,41,'event','{"what":"bump"}',1777636710.5,4,1),(13,42,'position','{"lat":2}',1777636720.5,0,0);
INSERT INTO dead_letter VALUES (30,'event','{"what":"?"}',1777630000.5,1777631000.5);
INSERT INTO meta VALUES ('seq','42');
--> outbox 11 queued position
--> outbox 12 queued event
--> outbox 13 queued position
--> dead_letter 30 failed event
--= outbox attempts=attempts; created=queued_at
