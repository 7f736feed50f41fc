CREATE TABLE goal (id TEXT PRIMARY KEY, title TEXT NOT NULL, spec TEXT, state TEXT NOT NULL DEFAULT 'active', created_at TEXT NOT NULL);
CREATE TABLE task (id TEXT PRIMARY KEY, goal_id TEXT NOT NULL, parent_task_id TEXT, title TEXT NOT NULL, spec TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'queued',  -- queued, planning, ready, running, completed, failed, cancelled, awaiting_approval
  depth INTEGER NOT NULL DEFAULT 0, budget_tokens INTEGER, fingerprint TEXT NOT NULL UNIQUE, assigned_provider TEXT, assigned_model TEXT, created_at TEXT NOT NULL, FOREIGN KEY (goal_id) REFERENCES goal(id));
CREATE TABLE session (id TEXT PRIMARY KEY, task_id TEXT NOT NULL, provider_id TEXT NOT NULL, model TEXT, worktree_path TEXT, transcript_path TEXT, state TEXT NOT NULL DEFAULT 'live', FOREIGN KEY (task_id) REFERENCES task(id));
CREATE TABLE event (id INTEGER PRIMARY KEY, session_id TEXT, seq INTEGER NOT NULL, type TEXT NOT NULL, payload_json TEXT NOT NULL, ts TEXT NOT NULL);
INSERT INTO goal VALUES ('g1','Port the tool','All of it','active','2026-05-01T09:00:00Z');
INSERT INTO session VALUES ('s1','k2','p','m','/w/2','/t/2','live'),('s2','k1','p','m','/w/1','/t/1','exited');
INSERT INTO event VALUES (1,'s1',1,'message','{}','2026-05-01T11:00:00Z'),(2,'s1',2,'tool','{}','2026-05-01T11:00:01Z');
INSERT INTO task VALUES ('k1','g1',NULL,'Port the reader','Port it.','completed',0,1000,'f1','p','m','2026-05-01T09:00:00Z'),('k2','g1',NULL,'Port the writer','Port it.','running',0,1000,'f2','p','m','2026-05-01T09:00:00Z'),('k3','g1',NULL,'Port the tests','Port them.','queued',0,1000,'f3',NULL,NULL,'2026-05-01T09:00:00Z'),('k4','g1',NULL,'Drop the old tool','Drop it.','awaiting_approval',0,1000,'f4','p','m','2026-05-01T09:00:00Z'),('k5','g1',NULL,'Port the docs','Port it.','failed',0,1000,'f5','p','m','2026-05-01T09:00:00Z');
--> task k1 done Port the reader
--> task k2 active Port the writer
--> task k3 queued Port the tests
--> task k4 blocked Drop the old tool
--> task k5 failed Port the docs
--= task created=created_at
