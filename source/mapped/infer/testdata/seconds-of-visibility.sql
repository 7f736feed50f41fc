CREATE TABLE flow_queue (task_id TEXT PRIMARY KEY, queue_name TEXT NOT NULL DEFAULT 'default', payload TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', created_at REAL NOT NULL, updated_at REAL NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 3, visibility_timeout INTEGER NOT NULL DEFAULT 300, worker_id TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT '');
CREATE INDEX idx_flow_dequeue ON flow_queue (status, created_at);
INSERT INTO flow_queue VALUES ('f1','default','{"workflow":"nightly-sync","inputs":{}}','completed',1777629600.1,1777629700.1,1,3,300,'',''),('f2','default','{"workflow":"score-leads","inputs":{}}','dead_lettered',1777629600.1,1777630700.1,3,3,300,'','KeyError: lead'),('f3','default','{"workflow":"nightly-sync","inputs":{}}','processing',1777636600.1,1777636700.1,1,3,300,'w-2',''),('f4','default','{"workflow":"send-report","inputs":{}}','pending',1777636700.1,1777636700.1,0,3,300,'','');
--> flow_queue f1 done nightly-sync
--> flow_queue f2 failed score-leads
--> flow_queue f3 active nightly-sync
--> flow_queue f4 queued send-report
--= flow_queue error=error; attempts=attempts; created=created_at
