CREATE TABLE bg_tasks (id TEXT PRIMARY KEY NOT NULL, created_at INTEGER NOT NULL, queue TEXT NOT NULL, task BLOB NOT NULL, wait_until INTEGER, claimed_at INTEGER, last_executed_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE bg_tasks_completed (id TEXT PRIMARY KEY NOT NULL, created_at INTEGER NOT NULL, queue TEXT NOT NULL, last_executed_at INTEGER, attempts INTEGER NOT NULL, last_duration_micro INTEGER, succeeded INTEGER, task BLOB, expires_at INTEGER, error TEXT) STRICT;
INSERT INTO bg_tasks VALUES ('a1',1777630000000,'thumbnails',x'7b7d',NULL,NULL,NULL,0),('a2',1777630000000,'thumbnails',x'7b7d',NULL,1777636700000,NULL,1),('a3',1777630000000,'mails',x'7b7d',1777646800000,NULL,1777630000000,1);
INSERT INTO bg_tasks_completed VALUES ('b1',1777620000000,'mails',1777620001000,1,900,1,x'7b7d',NULL,NULL),('b2',1777620000000,'mails',1777620001000,3,900,0,x'7b7d',NULL,'smtp: 550');
--> bg_tasks a1 queued thumbnails
--> bg_tasks a2 active thumbnails
--> bg_tasks a3 scheduled mails
--> bg_tasks_completed b1 done mails
--> bg_tasks_completed b2 failed mails
