CREATE TABLE jobs (id TEXT PRIMARY KEY, queue TEXT NOT NULL, name TEXT, data BLOB, priority INTEGER DEFAULT 0, created_at INTEGER NOT NULL, run_at INTEGER NOT NULL, started_at INTEGER, completed_at INTEGER, attempts INTEGER DEFAULT 0, max_attempts INTEGER DEFAULT 3, state TEXT NOT NULL DEFAULT 'waiting', progress INTEGER DEFAULT 0, progress_msg TEXT, depends_on BLOB, last_heartbeat INTEGER);
CREATE TABLE dlq (id INTEGER PRIMARY KEY AUTOINCREMENT, job_id TEXT NOT NULL, queue TEXT NOT NULL, entry BLOB NOT NULL, entered_at INTEGER NOT NULL);
CREATE INDEX idx_jobs_queue_state ON jobs(queue, state);
INSERT INTO jobs (id,queue,name,data,created_at,run_at,started_at,completed_at,attempts,state) VALUES ('01','mail','welcome mail',x'81',1777630000000,1777630000000,NULL,NULL,0,'waiting'),
 ('02','mail','weekly mail',x'81',1777630000000,1777730000000,NULL,NULL,0,'delayed'),('03','mail','monthly mail',x'81',1777630000000,1777630000000,NULL,NULL,0,'prioritized'),
 ('04','mail','daily mail',x'81',1777630000000,1777630000000,1777636700000,NULL,1,'active'),('05','mail','hourly mail',x'81',1777630000000,1777630000000,1777636700000,1777636800000,1,'completed'),
 ('06','mail','bad mail',x'81',1777630000000,1777630000000,1777636700000,1777636800000,3,'failed'),('07','mail','child mail',x'81',1777630000000,1777630000000,NULL,NULL,0,'waiting-children');
--> jobs 01 queued welcome mail
--> jobs 02 scheduled weekly mail
--> jobs 03 queued monthly mail
--> jobs 04 active daily mail
--> jobs 05 done hourly mail
--> jobs 06 failed bad mail
--> jobs 07 blocked child mail
