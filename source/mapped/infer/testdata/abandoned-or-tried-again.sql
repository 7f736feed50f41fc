-- What has succeeded is deleted; what is given up is marked.
CREATE TABLE AppUsers (Id TEXT PRIMARY KEY, UserName TEXT, Email TEXT, PasswordHash TEXT, IsActive INTEGER);
CREATE TABLE AppAuditLogs (Id TEXT PRIMARY KEY, ExecutionTime TEXT, ExecutionDuration INTEGER, Url TEXT, HttpStatusCode INTEGER, Exceptions TEXT);
CREATE TABLE AppBackgroundJobs (Id TEXT NOT NULL PRIMARY KEY, JobName TEXT NOT NULL, JobArgs TEXT NOT NULL, TryCount INTEGER NOT NULL DEFAULT 0, CreationTime TEXT NOT NULL, NextTryTime TEXT NOT NULL, LastTryTime TEXT NULL, IsAbandoned INTEGER NOT NULL DEFAULT 0, Priority INTEGER NOT NULL DEFAULT 15, ExtraProperties TEXT, ConcurrencyStamp TEXT);
INSERT INTO AppAuditLogs VALUES ('l1','2026-05-01 10:00:00',30,'/api/x',200,NULL),('l2','2026-05-01 10:00:00',30,'/api/y',500,'NullReference');
INSERT INTO AppBackgroundJobs VALUES
('3A100000-0000-4000-8000-000000000001','Emailing.Send','{"To":"a@b.example"}',0,'2026-05-01 11:59:00','2026-05-01 11:59:00',NULL,0,15,'{}','x'),
('3A100000-0000-4000-8000-000000000002','Emailing.Send','{"To":"c@b.example"}',2,'2026-05-01 11:30:00','2026-05-01 12:20:00','2026-05-01 11:50:00',0,15,'{}','x'),
('3A100000-0000-4000-8000-000000000003','Reports.Build','{"Id":3}',9,'2026-04-28 11:30:00','2026-05-01 10:20:00','2026-05-01 08:50:00',1,15,'{}','x'),
('3A100000-0000-4000-8000-000000000004','Reports.Build','{"Id":4}',0,'2026-05-01 11:58:00','2026-05-01 11:58:00',NULL,0,5,'{}','x');
--> AppBackgroundJobs 3A100000-0000-4000-8000-000000000001 queued Emailing.Send
--> AppBackgroundJobs 3A100000-0000-4000-8000-000000000002 scheduled Emailing.Send
--> AppBackgroundJobs 3A100000-0000-4000-8000-000000000003 failed Reports.Build
--> AppBackgroundJobs 3A100000-0000-4000-8000-000000000004 queued Reports.Build
--= AppBackgroundJobs attempts=TryCount; created=CreationTime; run_at=NextTryTime
