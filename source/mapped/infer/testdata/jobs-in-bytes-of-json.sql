CREATE TABLE app_versions (version INTEGER);
CREATE TABLE app_jobs (key TEXT PRIMARY KEY, lock_key INTEGER NOT NULL, job BLOB NOT NULL, queue TEXT NOT NULL, status TEXT NOT NULL, priority INTEGER NOT NULL DEFAULT 0, group_key TEXT, scheduled INTEGER, expire_at INTEGER);
CREATE TABLE app_stats (worker_id TEXT PRIMARY KEY, stats TEXT, expire_at INTEGER);
INSERT INTO app_stats VALUES ('w1','{"complete":3}',1777637000);
INSERT INTO app_jobs VALUES
('k1',1,CAST('{"function":"fold","kwargs":{"n":1},"queue":"default","key":"k1","retries":3,"attempts":0,"queued":1777636700000,"started":0,"completed":0,"status":"queued"}' AS BLOB),'default','queued',0,NULL,1777636700,NULL),
('k2',2,CAST('{"function":"iron","kwargs":{"n":2},"queue":"default","key":"k2","retries":3,"attempts":1,"queued":1777636600000,"started":1777636650000,"completed":0,"status":"active"}' AS BLOB),'default','active',0,NULL,1777636600,NULL),
('k3',3,CAST('{"function":"fold","kwargs":{"n":3},"queue":"default","key":"k3","retries":3,"attempts":1,"queued":1777630000000,"started":1777630001000,"completed":1777630009000,"result":4,"status":"complete"}' AS BLOB),'default','complete',0,NULL,1777630000,1777640000),
('k4',4,CAST('{"function":"iron","kwargs":{"n":4},"queue":"default","key":"k4","retries":1,"attempts":1,"queued":1777620000000,"started":1777620001000,"completed":1777620009000,"error":"Traceback: no water","status":"failed"}' AS BLOB),'default','failed',0,NULL,1777620000,1777640000),
('k5',5,CAST('{"function":"fold","kwargs":{"n":5},"queue":"default","key":"k5","retries":1,"attempts":1,"queued":1777610000000,"started":1777610001000,"completed":1777610009000,"error":"stopped","status":"aborted"}' AS BLOB),'default','aborted',0,NULL,1777610000,1777640000),
('k6',6,CAST('{"function":"press","kwargs":{"n":6},"queue":"default","key":"k6","retries":1,"attempts":0,"queued":1777636700000,"started":0,"completed":0,"status":"queued"}' AS BLOB),'default','queued',0,NULL,1777640000,NULL);
--> app_jobs k1 queued fold
--> app_jobs k2 active iron
--> app_jobs k3 done fold
--> app_jobs k4 failed iron
--> app_jobs k5 cancelled fold
--> app_jobs k6 scheduled press
--= app_jobs run_at=scheduled
