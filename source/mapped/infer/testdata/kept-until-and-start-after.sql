CREATE TABLE job (id TEXT PRIMARY KEY, name TEXT NOT NULL, priority INTEGER DEFAULT 0, data TEXT, state TEXT NOT NULL DEFAULT 'created', retry_limit INTEGER DEFAULT 2, retry_count INTEGER DEFAULT 0, retry_delay INTEGER DEFAULT 0, start_after TEXT, started_on TEXT, singleton_key TEXT, expire_in TEXT, created_on TEXT, completed_on TEXT, keep_until TEXT, output TEXT, dead_letter TEXT);
CREATE TABLE queue (name TEXT PRIMARY KEY, policy TEXT, retry_limit INTEGER, created_on TEXT);
CREATE TABLE schedule (name TEXT PRIMARY KEY, cron TEXT, timezone TEXT, data TEXT, created_on TEXT);
INSERT INTO queue VALUES ('mail','standard',2,'2026-04-01 00:00:00'),('bill','standard',2,'2026-04-01 00:00:00');
INSERT INTO schedule VALUES ('mail','0 * * * *','UTC','{}','2026-04-01 00:00:00');
INSERT INTO job (id,name,data,state,retry_count,start_after,started_on,created_on,completed_on,keep_until,output) VALUES ('0a6f2e6e-1111-4000-8000-000000000001','mail','{}','completed',0,'2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:00:00','2026-05-01 10:01:00','2026-05-15 10:00:00','{"ok":1}'),('0a6f2e6e-1111-4000-8000-000000000002','bill','{}','failed',2,'2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:00:00','2026-05-01 10:01:00','2026-05-15 10:00:00','{"message":"declined"}'),('0a6f2e6e-1111-4000-8000-000000000003','bill','{}','active',0,'2026-05-01 11:59:00','2026-05-01 11:59:01','2026-05-01 11:59:00',NULL,'2026-05-15 10:00:00',NULL),('0a6f2e6e-1111-4000-8000-000000000004','mail','{}','created',0,'2026-05-01 11:59:00',NULL,'2026-05-01 11:59:00',NULL,'2026-05-15 10:00:00',NULL),('0a6f2e6e-1111-4000-8000-000000000005','mail','{}','created',0,'2026-05-02 11:59:00',NULL,'2026-05-01 11:59:00',NULL,'2026-05-15 10:00:00',NULL),('0a6f2e6e-1111-4000-8000-000000000006','bill','{}','retry',1,'2026-05-01 12:09:00','2026-05-01 11:59:01','2026-05-01 11:59:00',NULL,'2026-05-15 10:00:00',NULL);
--> job 0a6f2e6e-1111-4000-8000-000000000001 done mail
--> job 0a6f2e6e-1111-4000-8000-000000000002 failed bill
--> job 0a6f2e6e-1111-4000-8000-000000000003 active bill
--> job 0a6f2e6e-1111-4000-8000-000000000004 queued mail
--> job 0a6f2e6e-1111-4000-8000-000000000005 scheduled mail
--> job 0a6f2e6e-1111-4000-8000-000000000006 scheduled bill
