CREATE TABLE queue (id integer PRIMARY KEY AUTOINCREMENT, channel varchar(255) NOT NULL DEFAULT 'queue', job blob NOT NULL, description text, timePushed int NOT NULL, ttr int NOT NULL, delay int NOT NULL DEFAULT 0, priority int NOT NULL DEFAULT 1024, dateReserved datetime, timeUpdated int, progress smallint NOT NULL DEFAULT 0, progressLabel varchar(255), attempt int, fail tinyint(1) DEFAULT 0, dateFailed datetime, error text);
INSERT INTO queue VALUES (1,'queue',x'4f3a','Updating the search index',1777629600,300,0,1024,'2026-05-01 10:00:05',1777629700,40,NULL,1,1,'2026-05-01 10:01:40','Undefined index: title'),(2,'queue',x'4f3a','Resaving entries',1777636600,300,0,1024,'2026-05-01 11:59:00',1777636790,40,'4 of 10',1,0,NULL,NULL),(3,'queue',x'4f3a','Generating transforms',1777636700,300,0,1024,NULL,NULL,0,NULL,NULL,0,NULL,NULL),(4,'queue',x'4f3a','Pruning revisions',1777636700,300,0,2048,NULL,NULL,0,NULL,NULL,0,NULL,NULL);
--> queue 1 failed Updating the search index
--> queue 2 active Resaving entries
--> queue 3 queued Generating transforms
--> queue 4 queued Pruning revisions
--= queue error=error; attempts=attempt; created=timePushed; started=dateReserved; finished=dateFailed
