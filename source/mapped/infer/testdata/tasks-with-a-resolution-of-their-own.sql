CREATE TABLE worker_pools (worker_pool_id TEXT PRIMARY KEY, provider_id TEXT, owner TEXT, config TEXT);
CREATE TABLE ci_tasks (task_id varchar(22) NOT NULL, run_id int NOT NULL, state text NOT NULL, resolution text, exception_reason text, created timestamp NOT NULL, scheduled timestamp, started timestamp, resolved timestamp, source text, owner text, project text, worker_id text, worker_type text, name text, PRIMARY KEY (task_id, run_id));
INSERT INTO ci_tasks VALUES ('AAAAAAAAAAAAAAAAAAAAA1',0,'pending',NULL,NULL,'2026-05-01 11:58:00','2026-05-01 11:58:10',NULL,NULL,'hg','ann','web',NULL,'linux','build linux64'),('AAAAAAAAAAAAAAAAAAAAA2',0,'running',NULL,NULL,'2026-05-01 11:48:00','2026-05-01 11:48:10','2026-05-01 11:49:00',NULL,'hg','ann','web','i-1','linux','test linux64'),('AAAAAAAAAAAAAAAAAAAAA3',0,'completed','completed',NULL,'2026-05-01 10:48:00','2026-05-01 10:48:10','2026-05-01 10:49:00','2026-05-01 10:59:00','hg','ann','web','i-1','linux','build win64'),('AAAAAAAAAAAAAAAAAAAAA4',0,'failed','failed',NULL,'2026-05-01 09:48:00','2026-05-01 09:48:10','2026-05-01 09:49:00','2026-05-01 09:59:00','hg','ann','web','i-1','linux','test win64'),('AAAAAAAAAAAAAAAAAAAAA5',0,'exception','exception','worker-shutdown','2026-05-01 08:48:00','2026-05-01 08:48:10','2026-05-01 08:49:00','2026-05-01 08:59:00','hg','ann','web','i-1','linux','lint'),('AAAAAAAAAAAAAAAAAAAAA6',0,'unscheduled',NULL,NULL,'2026-05-01 11:58:00',NULL,NULL,NULL,'hg','ann','web',NULL,'linux','deploy');
--> ci_tasks AAAAAAAAAAAAAAAAAAAAA1 queued build linux64
--> ci_tasks AAAAAAAAAAAAAAAAAAAAA2 active test linux64
--> ci_tasks AAAAAAAAAAAAAAAAAAAAA3 done build win64
--> ci_tasks AAAAAAAAAAAAAAAAAAAAA4 failed test win64
--> ci_tasks AAAAAAAAAAAAAAAAAAAAA5 failed lint
--> ci_tasks AAAAAAAAAAAAAAAAAAAAA6 blocked deploy
--= ci_tasks created=created; started=started; finished=resolved
