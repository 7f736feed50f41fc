CREATE TABLE execution_entity (id INTEGER PRIMARY KEY AUTOINCREMENT, workflowId varchar(36), finished boolean NOT NULL, mode varchar NOT NULL, retryOf varchar, retrySuccessId varchar, startedAt datetime, stoppedAt datetime, waitTill datetime, status varchar NOT NULL, deletedAt datetime, createdAt datetime NOT NULL);
CREATE TABLE workflow_entity (id varchar(36) PRIMARY KEY, name varchar(128) NOT NULL, active boolean NOT NULL, nodes text, connections text, createdAt datetime, updatedAt datetime);
CREATE TABLE execution_data (executionId int PRIMARY KEY, workflowData text NOT NULL, data text NOT NULL);
CREATE TABLE credentials_entity (id varchar PRIMARY KEY, name varchar, data text, type varchar);
INSERT INTO workflow_entity VALUES ('Wf1','Sync leads',1,'[]','{}','2026-01-01','2026-01-01'),('Wf2','Post digest',1,'[]','{}','2026-01-01','2026-01-01');
INSERT INTO execution_entity VALUES (1,'Wf1',1,'trigger',NULL,NULL,'2026-05-01 10:00:00.000','2026-05-01 10:01:00.000',NULL,'success',NULL,'2026-05-01 10:00:00.000'),
 (2,'Wf1',0,'trigger',NULL,NULL,'2026-05-01 10:00:00.000','2026-05-01 10:01:00.000',NULL,'error',NULL,'2026-05-01 10:00:00.000'),
 (3,'Wf2',0,'trigger',NULL,NULL,'2026-05-01 11:59:00.000',NULL,NULL,'running',NULL,'2026-05-01 11:59:00.000'),
 (4,'Wf2',0,'trigger',NULL,NULL,NULL,NULL,NULL,'new',NULL,'2026-05-01 11:59:00.000'),
 (5,'Wf2',0,'trigger',NULL,NULL,'2026-05-01 11:59:00.000',NULL,'2026-05-01 13:00:00.000','waiting',NULL,'2026-05-01 11:59:00.000'),
 (6,'Wf2',0,'trigger',NULL,NULL,'2026-05-01 11:59:00.000','2026-05-01 11:59:10.000',NULL,'crashed',NULL,'2026-05-01 11:59:00.000'),
 (7,'Wf2',0,'manual',NULL,NULL,'2026-05-01 11:59:00.000','2026-05-01 11:59:10.000',NULL,'canceled',NULL,'2026-05-01 11:59:00.000');
--> execution_entity 1 done Sync leads
--> execution_entity 2 failed
--> execution_entity 3 active Post digest
--> execution_entity 4 queued
--> execution_entity 5 scheduled
--> execution_entity 6 failed
--> execution_entity 7 cancelled
