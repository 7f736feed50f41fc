-- What an agent does is an instance; it asks by messages.
CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT, display_name TEXT, created_at TEXT);
CREATE TABLE user_agents (id TEXT PRIMARY KEY, user_id TEXT, name TEXT, webhook_url TEXT, is_active BOOLEAN, created_at TEXT);
CREATE TABLE agent_instances (id TEXT PRIMARY KEY, user_agent_id TEXT REFERENCES user_agents(id), user_id TEXT REFERENCES users(id), name TEXT, status TEXT NOT NULL DEFAULT 'ACTIVE', started_at TEXT NOT NULL, ended_at TEXT, git_diff TEXT, initial_git_hash TEXT, last_heartbeat_at TEXT, permission_mode TEXT);
CREATE TABLE messages (id TEXT PRIMARY KEY, agent_instance_id TEXT NOT NULL REFERENCES agent_instances(id), sender_type TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL, requires_user_input BOOLEAN NOT NULL);
INSERT INTO users VALUES ('u1','a@b.example','Ann','2026-01-01');
INSERT INTO user_agents VALUES ('g1','u1','claude code',NULL,1,'2026-01-01');
INSERT INTO agent_instances VALUES
('i1','g1','u1','Port the importer','ACTIVE','2026-05-01 11:50:00',NULL,NULL,'abc','2026-05-01 11:59:50','default'),
('i2','g1','u1','Choose a licence','AWAITING_INPUT','2026-05-01 11:40:00',NULL,NULL,'abc','2026-05-01 11:59:40','default'),
('i3','g1','u1','Tidy the docs','COMPLETED','2026-05-01 10:40:00','2026-05-01 10:50:00','diff','abc','2026-05-01 10:50:00','default'),
('i4','g1','u1','Bump the driver','FAILED','2026-05-01 09:40:00','2026-05-01 09:50:00',NULL,'abc','2026-05-01 09:50:00','default'),
('i5','g1','u1','Rewrite everything','KILLED','2026-05-01 08:40:00','2026-05-01 08:50:00',NULL,'abc','2026-05-01 08:50:00','default'),
('i6','g1','u1','Wait for Monday','PAUSED','2026-05-01 11:00:00',NULL,NULL,'abc','2026-05-01 11:59:40','default');
INSERT INTO messages VALUES ('m1','i2','AGENT','MIT or Apache?','2026-05-01 11:45:00',1),('m2','i1','AGENT','Working on it','2026-05-01 11:51:00',0);
--> agent_instances i1 active Port
--> agent_instances i2 blocked Choose
--> agent_instances i3 done Tidy
--> agent_instances i4 failed Bump
--> agent_instances i5 cancelled Rewrite
--> agent_instances i6 blocked Wait
--= agent_instances started=started_at; finished=ended_at
