CREATE TABLE job_queue (id char(36) PRIMARY KEY, assigned_user_id char(36), name varchar(255), deleted bool DEFAULT 0, date_entered datetime, date_modified datetime, scheduler_id char(36), execute_time datetime, status varchar(20), resolution varchar(20), message text, target varchar(255), data text, requeue bool DEFAULT 0, retry_count tinyint, failure_count tinyint, job_delay int, client varchar(255), percent_complete int);
CREATE TABLE schedulers (id varchar(36) PRIMARY KEY, name varchar(255), job varchar(255), date_time_start datetime, job_interval varchar(100), last_run datetime, status varchar(100), catch_up bool);
INSERT INTO schedulers VALUES ('s1','Prune Database','function::pruneDatabase','2020-01-01 00:00:00','0::4::1::*::*','2026-05-01 04:00:00','Active',0);
INSERT INTO job_queue VALUES ('j1','1','Prune Database',0,'2026-05-01 10:00:00','2026-05-01 10:00:09','s1','2026-05-01 10:00:00','done','success',NULL,'function::pruneDatabase',NULL,0,0,0,0,'CRON9',100),('j2','1','Check Inbound Mailboxes',0,'2026-05-01 10:00:00','2026-05-01 10:00:09','s2','2026-05-01 10:00:00','done','failure','imap: login failed','function::pollMonitoredInboxes',NULL,0,0,1,0,'CRON9',100),('j3','1','Run Reports',0,'2026-05-01 11:59:00','2026-05-01 11:59:09','s3','2026-05-01 11:59:00','running','running',NULL,'function::runReports',NULL,0,0,0,0,'CRON9',0),('j4','1','Send Newsletter',0,'2026-05-01 11:59:00','2026-05-01 11:59:00','s4','2026-05-01 11:59:30','queued','queued',NULL,'function::newsletter',NULL,0,0,0,0,NULL,0);
--> job_queue j1 done Prune Database
--> job_queue j2 failed Check Inbound Mailboxes
--> job_queue j3 active Run Reports
--> job_queue j4 queued Send Newsletter
--= job_queue error=message; created=date_entered; run_at=execute_time
