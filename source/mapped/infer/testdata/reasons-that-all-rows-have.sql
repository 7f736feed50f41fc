-- Every row says for what reason it is there: that is its title, not why it is blocked.
CREATE TABLE Job (id INTEGER PRIMARY KEY, reason TEXT, status INTEGER NOT NULL, attempt_count INTEGER DEFAULT 0, max_retries INTEGER DEFAULT 0, scheduled_start TIMESTAMP, lease_expires TIMESTAMP, date_created TIMESTAMP, date_started TIMESTAMP, date_finished TIMESTAMP, json_data TEXT);
INSERT INTO Job VALUES (1,'count the chairs',2,1,3,NULL,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:05','2026-05-01 10:01:00','{}'),
(2,'count the tables',3,3,3,NULL,NULL,'2026-05-01 10:00:00','2026-05-01 10:10:05','2026-05-01 10:11:00','{}'),
(3,'count the chairs',1,1,3,NULL,'2026-05-01 12:05:00','2026-05-01 11:50:00','2026-05-01 11:58:00',NULL,'{}'),
(4,'paint the door',0,0,3,NULL,NULL,'2026-05-01 11:59:00',NULL,NULL,'{}'),
(5,'paint the wall',0,1,3,'2026-05-01 12:30:00',NULL,'2026-05-01 11:59:00',NULL,NULL,'{}');
--> Job 1 done count the chairs
--> Job 2 failed count the tables
--> Job 3 active count the chairs
--> Job 4 queued paint the door
--> Job 5 scheduled paint the wall
--= Job attempts=attempt_count; created=date_created; started=date_started; finished=date_finished
