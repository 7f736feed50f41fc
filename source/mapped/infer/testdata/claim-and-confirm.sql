CREATE TABLE task_queue (task_id TEXT PRIMARY KEY, task_type TEXT NOT NULL, payload TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', priority INTEGER NOT NULL DEFAULT 0, retries INTEGER NOT NULL DEFAULT 0, max_retries INTEGER NOT NULL DEFAULT 3, created_at REAL NOT NULL, claimed_at REAL, completed_at REAL, last_error TEXT, worker_id TEXT);
INSERT INTO task_queue VALUES ('t-a','embed','{"note":"n1"}','completed',0,0,3,1777629600.5,1777629601.5,1777629610.5,NULL,'ab12'),('t-b','embed','{"note":"n2"}','dead_letter',0,3,3,1777629600.5,1777629701.5,1777629710.5,'no model','ab12'),('t-c','summarise','{"note":"n3"}','claimed',0,0,3,1777636600.5,1777636601.5,NULL,NULL,'ab12'),('t-d','embed','{"note":"n4"}','pending',0,1,3,1777636600.5,NULL,NULL,'timeout',NULL);
--> task_queue t-a done embed
--> task_queue t-b failed embed
--> task_queue t-c active summarise
--> task_queue t-d queued embed
--= task_queue error=last_error; attempts=retries; created=created_at; started=claimed_at; finished=completed_at
