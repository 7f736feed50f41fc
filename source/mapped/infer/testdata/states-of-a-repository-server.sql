CREATE TABLE srv_task (own_id TEXT PRIMARY KEY, own_created TIMESTAMP NOT NULL, own_last_updated TIMESTAMP, state text NOT NULL, name text NOT NULL, started_at TIMESTAMP, finished_at TIMESTAMP, error text, worker_id text, parent_task_id text, task_group_id text, logging_cid text, enc_args text, enc_kwargs text, reserved_resources_record text, unblocked_at TIMESTAMP);
CREATE TABLE srv_worker (own_id TEXT PRIMARY KEY, name text, last_heartbeat TIMESTAMP);
CREATE TABLE srv_repository (own_id TEXT PRIMARY KEY, name text, next_version int);
INSERT INTO srv_worker VALUES ('w1','1@host','2026-05-01 11:59:50');
INSERT INTO srv_repository VALUES ('r1','debian',3);
INSERT INTO srv_task VALUES ('t1','2026-05-01 10:00:00','2026-05-01 10:09:00','completed','app.tasks.synchronizing.synchronize','2026-05-01 10:00:02','2026-05-01 10:09:00',NULL,'w1',NULL,NULL,'c1','[]','{}','[]','2026-05-01 10:00:01'),('t2','2026-05-01 10:00:00','2026-05-01 10:09:00','failed','app.tasks.publishing.publish','2026-05-01 10:09:02','2026-05-01 10:09:30','{"traceback":"File x","description":"no space left"}','w1',NULL,NULL,'c1','[]','{}','[]','2026-05-01 10:00:01'),('t3','2026-05-01 11:50:00','2026-05-01 11:59:00','running','app.tasks.synchronizing.synchronize','2026-05-01 11:59:02',NULL,NULL,'w1',NULL,NULL,'c1','[]','{}','[]','2026-05-01 11:59:01'),('t4','2026-05-01 11:50:00','2026-05-01 11:50:00','waiting','app.tasks.repository.delete',NULL,NULL,NULL,NULL,NULL,NULL,'c1','[]','{}','[]',NULL),('t5','2026-05-01 11:20:00','2026-05-01 11:21:00','canceled','app.tasks.repository.delete','2026-05-01 11:20:30','2026-05-01 11:21:00',NULL,NULL,NULL,NULL,'c1','[]','{}','[]',NULL),('t6','2026-05-01 11:20:00','2026-05-01 11:21:00','skipped','app.tasks.repository.clean',NULL,'2026-05-01 11:21:00',NULL,NULL,NULL,NULL,'c1','[]','{}','[]',NULL);
--> srv_task t1 done synchroniz
--> srv_task t2 failed publish
--> srv_task t3 active synchroniz
--> srv_task t4 queued delete
--> srv_task t5 cancelled delete
--> srv_task t6 done clean
--= srv_task error=error; created=own_created; started=started_at; finished=finished_at
