CREATE TABLE work (id TEXT UNIQUE, lock TEXT, task TEXT, priority NUMERIC, added INTEGER PRIMARY KEY AUTOINCREMENT);
INSERT INTO work (id, lock, task, priority) VALUES ('x1','','{"name":"Trim video"}',1),('x2','9f8e7d6c','{"name":"Cut video"}',1),('x3','','{"name":"Join video"}',1);
--> work x1 queued Trim video
--> work x2 active Cut video
--> work x3 queued Join video
