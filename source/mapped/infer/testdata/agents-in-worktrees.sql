-- Each row is an agent and the one piece of work that it was made for.
CREATE TABLE agents (id TEXT PRIMARY KEY, role TEXT NOT NULL, task_id TEXT, shell_id TEXT NOT NULL, worktree TEXT, prompt TEXT, status TEXT NOT NULL DEFAULT 'running', created_at TEXT NOT NULL, started_at TEXT, ended_at TEXT, events_count INTEGER DEFAULT 0, commands_count INTEGER DEFAULT 0, last_activity TEXT, stuck_detected INTEGER DEFAULT 0, auto_recover_attempts INTEGER DEFAULT 0);
CREATE TABLE agent_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT NOT NULL REFERENCES agents(id), timestamp TEXT NOT NULL, event_type TEXT, content TEXT);
CREATE TABLE config (key TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO config VALUES ('max_retries','2'),('stuck_threshold_minutes','10');
INSERT INTO agents VALUES
('executor-1','executor','6.2','a1b2','/w/1','Port the stream helpers','running','2026-05-01T11:40:00Z','2026-05-01T11:40:01Z',NULL,40,12,'2026-05-01T11:59:30Z',0,0),
('executor-2','executor','10.3','a1b3','/w/2','Port the schema tests','stuck','2026-05-01T11:10:00Z','2026-05-01T11:10:01Z',NULL,22,7,'2026-05-01T11:30:30Z',1,1),
('validator-1','validator','6.1','a1b4','/w/1','Check the stream helpers','completed','2026-05-01T10:10:00Z','2026-05-01T10:10:01Z','2026-05-01T10:40:00Z',30,9,'2026-05-01T10:40:00Z',0,0),
('executor-3','executor','9.9','a1b5','/w/3','Port the registry','killed','2026-05-01T09:10:00Z','2026-05-01T09:10:01Z','2026-05-01T09:40:00Z',30,9,'2026-05-01T09:20:00Z',1,2);
INSERT INTO agent_logs(agent_id,timestamp,event_type,content) VALUES ('executor-1','2026-05-01T11:41:00Z','reasoning','I begin'),('executor-2','2026-05-01T11:11:00Z','command','swift test');
--> agents executor-1 active Port the stream
--> agents executor-2 blocked Port the schema
--> agents validator-1 done Check the stream
--> agents executor-3 cancelled Port the registry
--= agents created=created_at; started=started_at; finished=ended_at
