-- How many tries are left, as a number that reaches none with the last error.
CREATE TABLE rt_job (id_ TEXT PRIMARY KEY, type_ TEXT NOT NULL, lock_exp_time_ TIMESTAMP, lock_owner_ TEXT, retries_ INTEGER, exception_msg_ TEXT, duedate_ TIMESTAMP, handler_type_ TEXT, handler_cfg_ TEXT, create_time_ TIMESTAMP);
INSERT INTO rt_job VALUES ('j1','message',NULL,NULL,3,NULL,NULL,'continue','a','2026-05-01 11:50:00'),
('j2','message','2026-05-01 12:04:00','node-1',3,NULL,NULL,'continue','b','2026-05-01 11:59:00'),
('j3','message',NULL,NULL,0,'connection refused',NULL,'continue','c','2026-05-01 09:50:00'),
('j4','timer',NULL,NULL,3,NULL,'2026-05-02 12:00:00','wake','d','2026-05-01 11:50:00');
--> rt_job j1 queued
--> rt_job j2 active
--> rt_job j3 failed
--> rt_job j4 scheduled
--= rt_job created=create_time_; error=exception_msg_
