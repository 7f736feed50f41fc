-- A year 1 stands for no time; a process ID for who works on it.
CREATE TABLE contact (id INTEGER PRIMARY KEY, name VARCHAR(255), nick VARCHAR(255), url VARCHAR(255), blocked BOOLEAN);
CREATE TABLE workerqueue (id INTEGER PRIMARY KEY, command VARCHAR(100), parameter MEDIUMTEXT, priority TINYINT NOT NULL DEFAULT 0, created DATETIME NOT NULL DEFAULT '0001-01-01 00:00:00', pid INT NOT NULL DEFAULT 0, executed DATETIME NOT NULL DEFAULT '0001-01-01 00:00:00', next_try DATETIME NOT NULL DEFAULT '0001-01-01 00:00:00', retrial TINYINT NOT NULL DEFAULT 0, done BOOLEAN NOT NULL DEFAULT 0);
INSERT INTO contact VALUES (1,'Ann','ann','https://a',0);
INSERT INTO workerqueue VALUES
(1,'Notifier','["post",7]',20,'2026-05-01 11:59:00',0,'0001-01-01 00:00:00','0001-01-01 00:00:00',0,0),
(2,'OnePoll','[12]',30,'2026-05-01 11:58:00',4711,'2026-05-01 11:58:05','0001-01-01 00:00:00',0,0),
(3,'Delivery','["post",6,9]',30,'2026-05-01 11:28:00',0,'0001-01-01 00:00:00','2026-05-01 12:28:00',3,0),
(4,'ExpirePosts','[]',40,'2026-05-01 10:28:00',4700,'2026-05-01 10:28:10','0001-01-01 00:00:00',0,1),
(5,'Notifier','["post",5]',20,'2026-05-01 10:29:00',4701,'2026-05-01 10:29:10','0001-01-01 00:00:00',0,1);
--> workerqueue 1 queued Notifier
--> workerqueue 2 active OnePoll
--> workerqueue 3 scheduled Delivery
--> workerqueue 4 done ExpirePosts
--> workerqueue 5 done Notifier
--= workerqueue created=created; attempts=retrial; run_at=next_try
