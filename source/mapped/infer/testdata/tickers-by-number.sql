-- Numbers that only the program names. What ran was locked before; nothing tells 4 and 6 apart from others.
CREATE TABLE "CronTickers" ("Id" TEXT PRIMARY KEY, "Function" TEXT, "Expression" TEXT, "Request" BLOB, "Retries" INTEGER, "CreatedAt" TEXT, "UpdatedAt" TEXT);
CREATE TABLE "TimeTickers" ("Id" TEXT NOT NULL PRIMARY KEY, "Function" TEXT, "Description" TEXT, "InitIdentifier" TEXT, "CreatedAt" TEXT NOT NULL, "UpdatedAt" TEXT NOT NULL, "Status" INTEGER NOT NULL, "LockHolder" TEXT, "Request" BLOB, "ExecutionTime" TEXT NOT NULL, "LockedAt" TEXT, "ExecutedAt" TEXT, "Exception" TEXT, "ElapsedTime" INTEGER NOT NULL, "Retries" INTEGER NOT NULL, "RetryCount" INTEGER NOT NULL, "RetryIntervals" TEXT, "BatchParent" TEXT, "BatchRunCondition" INTEGER);
INSERT INTO "CronTickers" VALUES ('c1','CleanLogs','0 0 * * *',NULL,0,'2026-04-01 10:00:00','2026-04-01 10:00:00');
INSERT INTO "TimeTickers" VALUES
('52000000-0000-4000-8000-000000000001','SendInvoice','for order 1',NULL,'2026-05-01 11:00:00','2026-05-01 11:00:00',0,NULL,x'01','2026-05-01 14:00:00',NULL,NULL,NULL,0,3,0,NULL,NULL,NULL),
('52000000-0000-4000-8000-000000000002','SendInvoice','for order 2',NULL,'2026-05-01 11:00:00','2026-05-01 11:59:00',1,'node-a',x'01','2026-05-01 12:00:30','2026-05-01 11:59:30',NULL,NULL,0,3,0,NULL,NULL,NULL),
('52000000-0000-4000-8000-000000000003','Resize','for photo 3',NULL,'2026-05-01 11:00:00','2026-05-01 11:59:00',2,'node-a',x'01','2026-05-01 11:59:00','2026-05-01 11:58:55',NULL,NULL,0,3,0,NULL,NULL,NULL),
('52000000-0000-4000-8000-000000000004','Resize','for photo 4',NULL,'2026-05-01 10:00:00','2026-05-01 10:59:00',3,'node-a',x'01','2026-05-01 10:59:00','2026-05-01 10:58:55','2026-05-01 10:59:00',NULL,120,3,0,NULL,NULL,NULL),
('52000000-0000-4000-8000-000000000005','SendInvoice','for order 5',NULL,'2026-05-01 09:00:00','2026-05-01 09:59:00',4,'node-a',x'01','2026-05-01 09:29:00','2026-05-01 09:58:55','2026-05-01 09:59:00',NULL,120,3,0,NULL,NULL,NULL),
('52000000-0000-4000-8000-000000000006','SendInvoice','for order 6',NULL,'2026-05-01 08:00:00','2026-05-01 08:59:00',5,'node-a',x'01','2026-05-01 08:29:00','2026-05-01 08:58:55','2026-05-01 08:59:00','SmtpException: refused',120,3,3,NULL,NULL,NULL),
('52000000-0000-4000-8000-000000000007','SendInvoice','for order 7',NULL,'2026-05-01 08:00:00','2026-05-01 08:10:00',6,NULL,x'01','2026-05-01 09:29:00',NULL,NULL,NULL,0,3,0,NULL,NULL,NULL);
--> TimeTickers 52000000-0000-4000-8000-000000000001 scheduled SendInvoice
--> TimeTickers 52000000-0000-4000-8000-000000000003 active Resize
--> TimeTickers 52000000-0000-4000-8000-000000000004 done Resize
--> TimeTickers 52000000-0000-4000-8000-000000000006 failed SendInvoice
--= TimeTickers error=Exception; attempts=RetryCount; created=CreatedAt; finished=ExecutedAt; run_at=ExecutionTime
