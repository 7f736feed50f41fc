CREATE TABLE mailq_inbox (id TEXT PRIMARY KEY, subject TEXT, body TEXT, attempts INTEGER DEFAULT 0, enqueued_at TEXT, lease_until TEXT, lease_owner TEXT);
CREATE TABLE mailq_archive (id TEXT PRIMARY KEY, subject TEXT, body TEXT, attempts INTEGER, enqueued_at TEXT, archived_at TEXT);
CREATE TABLE mailq_dead (id TEXT PRIMARY KEY, subject TEXT, body TEXT, attempts INTEGER, enqueued_at TEXT, reason TEXT);
INSERT INTO mailq_inbox VALUES ('1','Greet Ann','..',0,'2026-05-01T11:00:00Z',NULL,NULL),('2','Greet Ben','..',1,'2026-05-01T11:00:00Z','2026-05-01T12:05:00Z','w1');
INSERT INTO mailq_archive VALUES ('3','Greet Cem','..',1,'2026-05-01T10:00:00Z','2026-05-01T10:01:00Z');
INSERT INTO mailq_dead VALUES ('4','Greet Dot','..',5,'2026-05-01T10:00:00Z','no such user');
--> mailq_inbox 1 queued Greet Ann
--> mailq_inbox 2 active Greet Ben
--> mailq_archive 3 done Greet Cem
--> mailq_dead 4 failed Greet Dot
