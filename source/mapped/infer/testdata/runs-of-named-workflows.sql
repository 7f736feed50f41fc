CREATE TABLE workflows (id TEXT PRIMARY KEY, name TEXT NOT NULL, enabled INTEGER NOT NULL, schedule_json TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, last_run_at INTEGER, last_slot_key TEXT);
CREATE TABLE workflow_steps (workflow_id TEXT NOT NULL REFERENCES workflows(id), id TEXT NOT NULL, position INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, prompt TEXT, PRIMARY KEY (workflow_id, id));
CREATE TABLE workflow_runs (id TEXT PRIMARY KEY, workflow_id TEXT NOT NULL, workflow_name TEXT NOT NULL, started_at INTEGER NOT NULL, ended_at INTEGER, status TEXT NOT NULL, trigger_source TEXT, summary TEXT NOT NULL, error TEXT);
CREATE TABLE workflow_step_runs (workflow_run_id TEXT NOT NULL REFERENCES workflow_runs(id), position INTEGER NOT NULL, step_id TEXT NOT NULL, name TEXT NOT NULL, status TEXT NOT NULL, output TEXT, error TEXT, PRIMARY KEY (workflow_run_id, position));
INSERT INTO workflows VALUES ('wf1','Morning digest',1,'{}',1777000000000,1777000000000,1777629600000,'a'),('wf2','Weekly report',1,'{}',1777000000000,1777000000000,1777629600000,'a');
INSERT INTO workflow_steps VALUES ('wf1','st1',0,'Collect','prompt','Collect'),('wf1','st2',1,'Send','message',NULL);
INSERT INTO workflow_runs VALUES ('wr1','wf1','Morning digest',1777629600000,1777629660000,'completed','schedule','2 of 2 steps',NULL),('wr2','wf2','Weekly report',1777629600000,1777629690000,'failed','schedule','1 of 2 steps','channel not found'),('wr3','wf1','Morning digest',1777636700000,NULL,'running','manual','',NULL);
INSERT INTO workflow_step_runs VALUES ('wr1',0,'st1','Collect','completed','x',NULL),('wr1',1,'st2','Send','completed','x',NULL),('wr2',0,'st1','Collect','completed','x',NULL),('wr2',1,'st2','Send','failed',NULL,'channel not found'),('wr3',0,'st1','Collect','running',NULL,NULL);
--> workflow_runs wr1 done Morning digest
--> workflow_runs wr2 failed Weekly report
--> workflow_runs wr3 active Morning digest
--= workflow_runs error=error; started=started_at; finished=ended_at
