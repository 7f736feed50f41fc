CREATE TABLE agent_sessions (id TEXT PRIMARY KEY, name TEXT, prompt TEXT, status TEXT, worktree_path TEXT, branch TEXT, pid INTEGER, created_at INTEGER, last_activity_at INTEGER, exit_code INTEGER, cost_usd REAL);
CREATE TABLE session_messages (id INTEGER PRIMARY KEY, session_id TEXT REFERENCES agent_sessions(id), role TEXT, content TEXT, created_at INTEGER);
INSERT INTO agent_sessions VALUES ('s1','fix login','Fix the login','completed','/w/1','b1',NULL,1777630000,1777631000,0,0.5),('s2','port tests','Port the tests','running','/w/2','b2',77,1777636000,1777636700,NULL,0.1),('s3','new logo','Draw a logo','waiting_for_input','/w/3','b3',78,1777636000,1777636700,NULL,0.2),('s4','drop db','Drop it','failed','/w/4','b4',NULL,1777636000,1777636700,1,0.2),('s5','later','Later','queued',NULL,NULL,NULL,1777636000,1777636000,NULL,NULL);
INSERT INTO session_messages VALUES (1,'s1','user','Fix the login',1777630000),(2,'s1','assistant','Done',1777630500);
--> agent_sessions s1 done fix login
--> agent_sessions s2 active port tests
--> agent_sessions s3 blocked new logo
--> agent_sessions s4 failed drop db
--> agent_sessions s5 queued later
