-- A job is there until it has run; what came of it stands in another table.
CREATE TABLE metadata (schema_version INTEGER NOT NULL);
CREATE TABLE tasks (id VARCHAR(500) PRIMARY KEY, func VARCHAR(500), job_executor VARCHAR(500) NOT NULL, max_running_jobs INTEGER, misfire_grace_time BIGINT, metadata JSON NOT NULL, running_jobs INTEGER NOT NULL DEFAULT 0);
CREATE TABLE schedules (id VARCHAR(500) PRIMARY KEY, task_id VARCHAR(500) NOT NULL REFERENCES tasks(id), "trigger" BLOB, args BLOB, kwargs BLOB, paused BOOLEAN NOT NULL DEFAULT 0, coalesce VARCHAR(8) NOT NULL, next_fire_time TIMESTAMP, last_fire_time TIMESTAMP, acquired_by VARCHAR(500), acquired_until TIMESTAMP);
CREATE TABLE jobs (id CHAR(32) PRIMARY KEY, task_id VARCHAR(500) NOT NULL REFERENCES tasks(id), args BLOB NOT NULL, kwargs BLOB NOT NULL, schedule_id VARCHAR(500), scheduled_fire_time TIMESTAMP, executor VARCHAR(500) NOT NULL, jitter BIGINT, start_deadline TIMESTAMP, result_expiration_time BIGINT, metadata JSON NOT NULL, created_at TIMESTAMP NOT NULL, acquired_by VARCHAR(500), acquired_until TIMESTAMP);
CREATE TABLE job_results (job_id CHAR(32) PRIMARY KEY, outcome VARCHAR(22) NOT NULL, started_at TIMESTAMP, finished_at TIMESTAMP NOT NULL, expires_at TIMESTAMP NOT NULL, exception BLOB, return_value BLOB);
INSERT INTO metadata VALUES (1);
INSERT INTO tasks VALUES ('app:sweep','app:sweep','async',1,NULL,'{}',1),('app:mop','app:mop','async',1,NULL,'{}',0);
INSERT INTO schedules VALUES ('nightly','app:sweep',x'80',x'80',x'80',0,'latest','2026-05-02 00:00:00','2026-05-01 00:00:00',NULL,NULL);
INSERT INTO jobs VALUES
('b0000000000040008000000000000001','app:sweep',x'80',x'80','nightly','2026-05-01 11:55:00','async',0,NULL,0,'{}','2026-05-01 11:55:00','sch-1','2026-05-01 12:00:30'),
('b0000000000040008000000000000002','app:mop',x'80',x'80',NULL,NULL,'async',0,NULL,0,'{}','2026-05-01 11:58:00',NULL,NULL),
('b0000000000040008000000000000003','app:sweep',x'80',x'80',NULL,NULL,'async',0,NULL,0,'{}','2026-05-01 11:59:00',NULL,NULL);
INSERT INTO job_results VALUES ('b0000000000040008000000000000000','success','2026-05-01 10:00:00','2026-05-01 10:01:00','2026-05-01 13:01:00',NULL,x'80');
--> jobs b0000000000040008000000000000001 active app:sweep
--> jobs b0000000000040008000000000000002 queued app:mop
--> jobs b0000000000040008000000000000003 queued app:sweep
--= jobs created=created_at
