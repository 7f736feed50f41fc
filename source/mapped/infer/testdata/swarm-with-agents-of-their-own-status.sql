CREATE TABLE swarms (id TEXT PRIMARY KEY, name TEXT, objective TEXT, status TEXT DEFAULT 'active', queen_type TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE agents (id TEXT PRIMARY KEY, swarm_id TEXT REFERENCES swarms(id), name TEXT, type TEXT, role TEXT, status TEXT DEFAULT 'idle', capabilities TEXT, created_at TEXT);
CREATE TABLE tasks (id TEXT PRIMARY KEY, swarm_id TEXT REFERENCES swarms(id), description TEXT, status TEXT DEFAULT 'pending', priority INTEGER DEFAULT 5, agent_id TEXT, result TEXT, created_at TEXT, completed_at TEXT);
CREATE TABLE collective_memory (id TEXT PRIMARY KEY, swarm_id TEXT, key TEXT, value TEXT, type TEXT, confidence REAL, created_at TEXT);
CREATE TABLE messages (id TEXT PRIMARY KEY, swarm_id TEXT, from_agent TEXT, to_agent TEXT, content TEXT, type TEXT, status TEXT, created_at TEXT);
INSERT INTO swarms VALUES ('s','hive','Build it','active','strategic','2026-05-01T10:00:00Z','2026-05-01T10:00:00Z');
INSERT INTO agents VALUES ('a1','s','Ann','coder','worker','active','[]','2026-05-01T10:00:00Z'),('a2','s','Ben','tester','worker','idle','[]','2026-05-01T10:00:00Z'),('a3','s','Cem','tester','worker','busy','[]','2026-05-01T10:00:00Z');
INSERT INTO tasks VALUES ('t1','s','Draw the plan','completed',5,'a1','Drawn','2026-05-01T10:00:00Z','2026-05-01T10:30:00Z'),('t2','s','Lay the bricks','in_progress',5,'a1',NULL,'2026-05-01T10:00:00Z',NULL),('t3','s','Paint the wall','pending',5,NULL,NULL,'2026-05-01T10:00:00Z',NULL),('t4','s','Dig the well','failed',5,'a2','No water','2026-05-01T10:00:00Z','2026-05-01T10:30:00Z');
INSERT INTO messages VALUES ('m1','s','a1','a2','hello','chat','delivered','2026-05-01T10:00:00Z');
--> tasks t1 done Draw the plan
--> tasks t2 active Lay the bricks
--> tasks t3 queued Paint the wall
--> tasks t4 failed Dig the well
