CREATE TABLE runs (id TEXT PRIMARY KEY, agent TEXT, task TEXT, state TEXT, started_at REAL, ended_at REAL, total_tokens INTEGER, total_cost_usd REAL, error TEXT, parent_id TEXT);
CREATE TABLE run_events (id INTEGER PRIMARY KEY, run_id TEXT, type TEXT, data TEXT, ts REAL);
INSERT INTO runs VALUES ('r1','coder','Tidy the shed','success',1777630000.1,1777631000.1,900,0.12,NULL,NULL),('r2','coder','Paint the shed','error',1777630000.1,1777631000.1,900,0.12,'no paint',NULL),('r3','coder','Roof the shed','running',1777636000.1,NULL,100,0.02,NULL,NULL),('r4','coder','Sell the shed','queued',NULL,NULL,NULL,NULL,NULL,NULL),('r5','coder','Burn the shed','aborted',1777630000.1,1777631000.1,10,0.01,NULL,'r1');
INSERT INTO run_events VALUES (1,'r1','status','success',1777631000.1),(2,'r2','status','error',1777631000.1);
--> runs r1 done Tidy the shed
--> runs r2 failed Paint the shed
--> runs r3 active Roof the shed
--> runs r4 queued Sell the shed
--> runs r5 cancelled Burn the shed
