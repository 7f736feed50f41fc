CREATE TABLE cards (id TEXT PRIMARY KEY, board_id TEXT, title TEXT NOT NULL, description TEXT, column_name TEXT NOT NULL, assigned_agent TEXT, position INTEGER, created_at TEXT, updated_at TEXT);
CREATE TABLE boards (id TEXT PRIMARY KEY, name TEXT);
CREATE TABLE agents (id TEXT PRIMARY KEY, name TEXT, status TEXT, last_seen TEXT);
INSERT INTO boards VALUES ('b','Main');
INSERT INTO agents VALUES ('a1','coder','busy','2026-05-01T11:59:59Z'),('a2','writer','idle','2026-05-01T11:59:59Z');
INSERT INTO cards VALUES ('c1','b','Set up CI',NULL,'Done','a1',1,'2026-04-30T10:00:00Z','2026-04-30T11:00:00Z'),('c2','b','Write guide',NULL,'In Progress','a2',1,'2026-04-30T10:00:00Z','2026-05-01T11:00:00Z'),('c3','b','Choose colours',NULL,'Backlog',NULL,1,'2026-04-30T10:00:00Z','2026-05-01T11:00:00Z'),('c4','b','Get the keys',NULL,'Blocked','a1',1,'2026-04-30T10:00:00Z','2026-05-01T11:00:00Z'),('c5','b','Check links',NULL,'To Do',NULL,2,'2026-04-30T10:00:00Z','2026-05-01T11:00:00Z');
--> cards c1 done Set up CI
--> cards c2 active Write guide
--> cards c3 queued Choose colours
--> cards c4 blocked Get the keys
--> cards c5 queued Check links
