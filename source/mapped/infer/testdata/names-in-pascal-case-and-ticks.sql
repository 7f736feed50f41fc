CREATE TABLE BackJob (Id INTEGER PRIMARY KEY AUTOINCREMENT, StateId INTEGER, StateName VARCHAR(20), InvocationData TEXT NOT NULL, Arguments TEXT NOT NULL, CreatedAt INTEGER NOT NULL, ExpireAt INTEGER);
CREATE TABLE BackState (Id INTEGER PRIMARY KEY AUTOINCREMENT, JobId INTEGER NOT NULL, Name VARCHAR(20) NOT NULL, Reason VARCHAR(100), CreatedAt INTEGER NOT NULL, Data TEXT);
CREATE TABLE BackServer (Id VARCHAR(200) PRIMARY KEY, Data TEXT, LastHeartbeat INTEGER NOT NULL);
CREATE TABLE BackSet (Id INTEGER PRIMARY KEY, Key TEXT, Score REAL, Value TEXT);
CREATE INDEX IX_Job_StateName ON BackJob(StateName);
INSERT INTO BackJob VALUES (1,11,'Succeeded','{"Type":"Shop.Mailer","Method":"Send"}','["1"]',639131000000000000,NULL),(2,12,'Failed','{"Type":"Shop.Biller","Method":"Charge"}','["1"]',639131000000000000,NULL),
 (3,13,'Processing','{"Type":"Shop.Mailer","Method":"Send"}','["1"]',639131000000000000,NULL),(4,14,'Enqueued','{"Type":"Shop.Indexer","Method":"Build"}','["1"]',639131000000000000,NULL),
 (5,15,'Scheduled','{"Type":"Shop.Mailer","Method":"Send"}','["1"]',639131000000000000,NULL),(6,16,'Deleted','{"Type":"Shop.Mailer","Method":"Send"}','["1"]',639131000000000000,NULL),(7,17,'Awaiting','{"Type":"Shop.Mailer","Method":"Send"}','["1"]',639131000000000000,NULL);
INSERT INTO BackState (JobId,Name,CreatedAt,Data) VALUES (1,'Succeeded',639131000000000000,'{}'),(2,'Failed',639131000000000000,'{"ExceptionMessage":"declined"}');
--> BackJob 1 done
--> BackJob 2 failed
--> BackJob 3 active
--> BackJob 4 queued
--> BackJob 5 scheduled
--> BackJob 6 cancelled
--> BackJob 7 blocked
