CREATE TABLE outbox (id varchar(100) NOT NULL, data BLOB NOT NULL, state INT NOT NULL, created_on DATETIME NOT NULL, locked_by varchar(100) NULL, locked_on DATETIME NULL, processed_on DATETIME NULL, number_of_attempts INT NOT NULL, last_attempted_on DATETIME NULL, error varchar(1000) NULL);
INSERT INTO outbox VALUES ('o1',x'0102',1,'2026-05-01 10:00:00',NULL,NULL,'2026-05-01 10:00:05',1,'2026-05-01 10:00:05',NULL),('o2',x'0102',2,'2026-05-01 10:00:00',NULL,NULL,NULL,3,'2026-05-01 10:03:05','kafka: no leader'),('o3',x'0102',0,'2026-05-01 11:59:00','proc-1','2026-05-01 11:59:50',NULL,0,NULL,NULL),('o4',x'0102',0,'2026-05-01 11:59:30',NULL,NULL,NULL,0,NULL,NULL),('o5',x'0102',1,'2026-05-01 10:05:00',NULL,NULL,'2026-05-01 10:05:05',1,'2026-05-01 10:05:05',NULL);
--> outbox o1 done
--> outbox o2 failed
--> outbox o3 active
--> outbox o4 queued
--> outbox o5 done
--= outbox error=error; attempts=number_of_attempts; created=created_on; finished=processed_on
