CREATE TABLE traces (trace_id TEXT PRIMARY KEY, created_at INTEGER NOT NULL);
CREATE TABLE events (event_id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, node_id TEXT NOT NULL, timestamp INTEGER NOT NULL, logical_clock INTEGER NOT NULL, layer TEXT NOT NULL, event_type TEXT NOT NULL, payload TEXT, state_hash TEXT NOT NULL);
CREATE TABLE nodes (node_id TEXT PRIMARY KEY, last_seen INTEGER NOT NULL, active_tasks INTEGER DEFAULT 0);
CREATE TABLE task_queue (task_id TEXT PRIMARY KEY, trace_id TEXT NOT NULL, causal_parent TEXT, action_payload TEXT NOT NULL, priority REAL DEFAULT 5.0, status TEXT DEFAULT 'PENDING', node_id TEXT, lease_expiry INTEGER, created_at INTEGER NOT NULL, completed_at INTEGER, FOREIGN KEY (trace_id) REFERENCES traces(trace_id));
INSERT INTO traces VALUES ('tr1',1777629600);
INSERT INTO nodes VALUES ('n1',1777636790,1);
INSERT INTO events VALUES ('e1','tr1','n1',1777629600,1,'exec','TASK_DONE','{}','h'),('e2','tr1','n1',1777629600,2,'exec','TASK_DONE','{}','h');
INSERT INTO task_queue VALUES ('tk1','tr1',NULL,'{"action":"fetch_page","args":{"u":1}}',5,'SUCCESS','n1',1777629900,1777629600,1777629700),('tk2','tr1','tk1','{"action":"parse_page","args":{"u":1}}',5,'FAILED','n1',1777629900,1777629600,1777629750),('tk3','tr1','tk1','{"action":"store_page","args":{"u":1}}',5,'CLAIMED','n1',1777637100,1777636700,NULL),('tk4','tr1',NULL,'{"action":"fetch_page","args":{"u":2}}',5,'PENDING',NULL,NULL,1777636700,NULL);
--> task_queue tk1 done fetch_page
--> task_queue tk2 failed parse_page
--> task_queue tk3 active store_page
--> task_queue tk4 queued fetch_page
--= task_queue created=created_at; finished=completed_at
