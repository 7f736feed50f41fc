-- Sessions of an agent, which wait for a person's approval.
CREATE TABLE sessions (id TEXT PRIMARY KEY, run_id TEXT NOT NULL UNIQUE, claude_session_id TEXT, parent_session_id TEXT, query TEXT NOT NULL, summary TEXT, model TEXT, working_dir TEXT, max_turns INTEGER, system_prompt TEXT, status TEXT NOT NULL DEFAULT 'starting', created_at TIMESTAMP NOT NULL, last_activity_at TIMESTAMP NOT NULL, completed_at TIMESTAMP, cost_usd REAL, duration_ms INTEGER, num_turns INTEGER, result_content TEXT, error_message TEXT, auto_accept_edits BOOLEAN DEFAULT 0, archived BOOLEAN DEFAULT FALSE);
CREATE TABLE conversation_events (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL REFERENCES sessions(id), sequence INTEGER NOT NULL, event_type TEXT NOT NULL, created_at TIMESTAMP NOT NULL, role TEXT, content TEXT, tool_name TEXT, tool_input_json TEXT, is_completed BOOLEAN DEFAULT FALSE, approval_status TEXT, approval_id TEXT);
CREATE TABLE approvals (id TEXT PRIMARY KEY, run_id TEXT NOT NULL, session_id TEXT NOT NULL REFERENCES sessions(id), status TEXT NOT NULL CHECK (status IN ('pending','approved','denied')), created_at DATETIME NOT NULL, responded_at DATETIME, tool_name TEXT NOT NULL, tool_input TEXT NOT NULL, comment TEXT);
INSERT INTO sessions VALUES
('sess_1','run_1',NULL,NULL,'Rename the module and fix imports','Rename module','sonnet','/w/a',NULL,NULL,'starting','2026-05-01 11:59:30','2026-05-01 11:59:30',NULL,NULL,NULL,NULL,NULL,NULL,0,0),
('sess_2','run_2','c2',NULL,'Write tests for the parser','Parser tests','opus','/w/a',NULL,NULL,'running','2026-05-01 11:40:00','2026-05-01 11:59:00',NULL,0.4,NULL,3,NULL,NULL,0,0),
('sess_3','run_3','c3',NULL,'Deploy the site','Deploy site','opus','/w/b',NULL,NULL,'waiting_input','2026-05-01 11:30:00','2026-05-01 11:35:00',NULL,0.2,NULL,2,NULL,NULL,0,0),
('sess_4','run_4','c4',NULL,'Sum up the changelog','Sum up changelog','sonnet','/w/b',NULL,NULL,'completed','2026-05-01 10:30:00','2026-05-01 10:35:00','2026-05-01 10:35:00',0.1,300000,5,'Done: 3 entries.',NULL,0,0),
('sess_5','run_5','c5','sess_4','Translate the changelog','Translate changelog','sonnet','/w/b',NULL,NULL,'failed','2026-05-01 10:40:00','2026-05-01 10:41:00','2026-05-01 10:41:00',0.1,60000,1,NULL,'exit status 1: rate limited',0,0);
INSERT INTO conversation_events(session_id,sequence,event_type,created_at,role,content) VALUES ('sess_2',1,'message','2026-05-01 11:40:01','user','Write tests'),('sess_3',1,'message','2026-05-01 11:30:01','user','Deploy');
INSERT INTO approvals VALUES ('ap1','run_3','sess_3','pending','2026-05-01 11:35:00',NULL,'Bash','{"command":"make deploy"}',NULL),('ap2','run_2','sess_2','approved','2026-05-01 11:41:00','2026-05-01 11:42:00','Edit','{}',NULL),('ap3','run_2','sess_2','denied','2026-05-01 11:43:00','2026-05-01 11:44:00','Bash','{}','no');
--> sessions sess_1 active Rename
--> sessions sess_2 active arser
--> sessions sess_3 blocked Deploy
--> sessions sess_4 done hangelog
--> sessions sess_5 failed hangelog
--= sessions error=error_message; created=created_at; finished=completed_at
