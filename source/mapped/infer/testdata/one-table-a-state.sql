CREATE TABLE pending_messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL, topic TEXT, created_at INTEGER);
CREATE TABLE processing_messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL, topic TEXT, created_at INTEGER, started_at INTEGER, worker TEXT);
CREATE TABLE dead_messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL, topic TEXT, created_at INTEGER, error TEXT, attempts INTEGER);
INSERT INTO pending_messages VALUES (1,'{"subject":"Welcome Ann"}','mail',1777636000),(2,'{"subject":"Welcome Ben"}','mail',1777636001);
INSERT INTO processing_messages VALUES (3,'{"subject":"Welcome Cem"}','mail',1777636000,1777636700,'w1');
INSERT INTO dead_messages VALUES (4,'{"subject":"Welcome Dot"}','mail',1777636000,'550 no such user',5);
--> pending_messages 1 queued Welcome Ann
--> pending_messages 2 queued Welcome Ben
--> processing_messages 3 active Welcome Cem
--> dead_messages 4 failed Welcome Dot
