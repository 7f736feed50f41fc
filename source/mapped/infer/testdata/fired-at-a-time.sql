CREATE TABLE task_locks (name TEXT PRIMARY KEY, holder TEXT, expires_at INTEGER);
CREATE TABLE scheduled_tasks (id TEXT NOT NULL PRIMARY KEY, agent TEXT NOT NULL, team TEXT NOT NULL CHECK(team IN ('COWORK','DEV')), intent TEXT NOT NULL, prompt TEXT NOT NULL, fire_at INTEGER NOT NULL, deadline_at INTEGER, dedup_key TEXT UNIQUE, reason TEXT NOT NULL, origin_ref TEXT, max_attempts INTEGER NOT NULL DEFAULT 1, attempts INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'pending' CHECK(status IN ('pending','firing','fired','done','failed','expired','cancelled')), created_at INTEGER NOT NULL, fired_at INTEGER, error TEXT);
INSERT INTO task_locks VALUES ('build','rex',1777637000000);
INSERT INTO scheduled_tasks VALUES ('st1','rex','DEV','follow_up','Check that the build is green',1777630000000,NULL,'k1','build was red',NULL,1,1,'done',1777620000000,1777630000500,NULL),('st2','kim','DEV','reminder','Ask for a review again',1777631000000,NULL,'k2','no answer',NULL,1,1,'failed',1777620000000,1777631000500,'agent is gone'),('st3','kim','DEV','reminder','Merge the branch',1777639000000,NULL,'k3','after the release',NULL,1,0,'pending',1777620000000,NULL,NULL),('st4','rex','DEV','follow_up','Look at the graph',1777636790000,NULL,'k4','deploy',NULL,1,1,'firing',1777620000000,NULL,NULL),('st5','rex','DEV','follow_up','Close the old branch',1777630790000,1777631790000,'k5','stale',NULL,1,0,'expired',1777620000000,NULL,NULL);
--> scheduled_tasks st1 done Check that the build is green
--> scheduled_tasks st2 failed Ask for a review again
--> scheduled_tasks st3 scheduled Merge the branch
--> scheduled_tasks st4 active Look at the graph
--> scheduled_tasks st5 cancelled Close the old branch
--= scheduled_tasks error=error; attempts=attempts; created=created_at; run_at=fire_at
