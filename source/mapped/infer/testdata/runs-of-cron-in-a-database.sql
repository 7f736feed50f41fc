CREATE TABLE cron_job (jobid INTEGER PRIMARY KEY, schedule TEXT NOT NULL, command TEXT NOT NULL, nodename TEXT, nodeport INTEGER, database TEXT, username TEXT, active BOOLEAN DEFAULT 1, jobname TEXT);
CREATE TABLE cron_job_run_details (jobid INTEGER, runid INTEGER PRIMARY KEY, job_pid INTEGER, database TEXT, username TEXT, command TEXT, status TEXT, return_message TEXT, start_time TEXT, end_time TEXT);
INSERT INTO cron_job VALUES (1,'0 3 * * *','VACUUM','localhost',5432,'shop','owner',1,'nightly-vacuum'),(2,'* * * * *','CALL sync()','localhost',5432,'shop','owner',1,'sync');
INSERT INTO cron_job_run_details VALUES (1,10,900,'shop','owner','VACUUM','succeeded','VACUUM','2026-05-01 03:00:00.01+00','2026-05-01 03:02:00.01+00'),(2,11,901,'shop','owner','CALL sync()','failed','ERROR: relation "x" does not exist','2026-05-01 11:58:00.01+00','2026-05-01 11:58:01.01+00'),(2,12,902,'shop','owner','CALL sync()','running',NULL,'2026-05-01 11:59:00.01+00',NULL),(2,13,NULL,'shop','owner','CALL sync()','starting',NULL,NULL,NULL);
--> cron_job_run_details 10 done nightly-vacuum
--> cron_job_run_details 11 failed sync
--> cron_job_run_details 12 active sync
--> cron_job_run_details 13 active sync
--= cron_job_run_details error=return_message; started=start_time; finished=end_time
