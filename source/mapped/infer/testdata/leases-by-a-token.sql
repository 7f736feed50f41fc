-- A token says that somebody has a row until the time behind which others see it again.
CREATE TABLE WorkItem (Id TEXT PRIMARY KEY, Kind INTEGER NOT NULL, MessageType TEXT NOT NULL, Body TEXT NOT NULL, EnqueuedAt TEXT NOT NULL, VisibleAfter TEXT NOT NULL, DequeueCount INTEGER NOT NULL DEFAULT 0, LeaseToken TEXT, FailedAt TEXT, FailureMessage TEXT, CompletedAt TEXT);
INSERT INTO WorkItem VALUES ('i1',1,'Fold','{"p":1}','2026-05-01 11:50:00','2026-05-01 11:50:00',0,NULL,NULL,NULL,NULL),
('i2',1,'Fold','{"p":2}','2026-05-01 11:50:00','2026-05-01 12:05:00',1,'tok-1',NULL,NULL,NULL),
('i3',1,'Iron','{"p":3}','2026-05-01 10:50:00','2026-05-01 10:50:00',5,NULL,'2026-05-01 11:00:00','no steam',NULL),
('i4',1,'Iron','{"p":4}','2026-05-01 10:50:00','2026-05-01 10:50:00',1,NULL,NULL,NULL,'2026-05-01 10:51:00'),
('i5',1,'Iron','{"p":5}','2026-05-01 11:50:00','2026-05-01 15:00:00',0,NULL,NULL,NULL,NULL);
--> WorkItem i1 queued Fold
--> WorkItem i2 active Fold
--> WorkItem i3 failed Iron
--> WorkItem i4 done Iron
--> WorkItem i5 scheduled Iron
--= WorkItem attempts=DequeueCount; created=EnqueuedAt; error=FailureMessage
