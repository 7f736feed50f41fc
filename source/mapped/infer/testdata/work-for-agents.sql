CREATE TABLE agents (id TEXT PRIMARY KEY, name TEXT NOT NULL, model TEXT, status TEXT DEFAULT 'idle', created_at TEXT);
CREATE TABLE sessions (id TEXT PRIMARY KEY, agent_id TEXT, name TEXT, status TEXT DEFAULT 'idle', pid INTEGER, total_cost_usd REAL DEFAULT 0, total_turns INTEGER DEFAULT 0, created_at TEXT, updated_at TEXT);
CREATE TABLE work_tasks (id TEXT PRIMARY KEY, agent_id TEXT NOT NULL REFERENCES agents(id), project_id TEXT NOT NULL, session_id TEXT, source TEXT NOT NULL DEFAULT 'web', source_id TEXT, requester_info TEXT DEFAULT '{}', description TEXT NOT NULL, branch_name TEXT, status TEXT DEFAULT 'pending', pr_url TEXT, summary TEXT, error TEXT, original_branch TEXT, created_at TEXT, completed_at TEXT);
INSERT INTO agents VALUES ('ag1','Rex','m','busy','2026-01-01 00:00:00'),('ag2','Kim','m','idle','2026-01-01 00:00:00');
INSERT INTO sessions VALUES ('s1','ag1','Work: parser','running',71,0.2,4,'2026-05-01 11:50:00','2026-05-01 11:59:00'),('s2','ag2','Work: docs','idle',NULL,0.2,4,'2026-05-01 10:00:00','2026-05-01 10:30:00'),('s3','ag2','Chat','error',NULL,0.2,4,'2026-05-01 09:00:00','2026-05-01 09:30:00');
INSERT INTO work_tasks VALUES ('w1','ag2','p','s2','web',NULL,'{}','Write the docs of the parser','agent/docs','completed','https://g/pr/4','Documented all flags',NULL,'main','2026-05-01 10:00:00','2026-05-01 10:30:00'),('w2','ag2','p','s3','web',NULL,'{}','Port the parser to Rust','agent/rust','failed',NULL,NULL,'No PR was opened','main','2026-05-01 09:00:00','2026-05-01 09:30:00'),('w3','ag1','p','s1','github','12','{}','Fix the parser on empty input','agent/empty','running',NULL,NULL,NULL,'main','2026-05-01 11:50:00',NULL),('w4','ag1','p',NULL,'web',NULL,'{}','Add a fuzz test',NULL,'pending',NULL,NULL,NULL,NULL,'2026-05-01 11:59:00',NULL),('w5','ag1','p',NULL,'web',NULL,'{}','Rename the crate','agent/name','branching',NULL,NULL,NULL,NULL,'2026-05-01 11:59:00',NULL);
--> work_tasks w1 done Write the docs of the parser
--> work_tasks w2 failed Port the parser to Rust
--> work_tasks w3 active Fix the parser on empty input
--> work_tasks w4 queued Add a fuzz test
--= work_tasks error=error; created=created_at; finished=completed_at
