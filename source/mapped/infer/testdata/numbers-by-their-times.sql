CREATE TABLE work_queue (message_id TEXT NOT NULL PRIMARY KEY, data TEXT NOT NULL, status INTEGER NOT NULL, in_time INTEGER NOT NULL, lock_time INTEGER, done_time INTEGER);
CREATE INDEX work_queue_status ON work_queue(status);
INSERT INTO work_queue VALUES ('m1','{"task":"resize photo"}',0,1777636000000000000,NULL,NULL),('m2','{"task":"resize video"}',1,1777636000000000000,1777636100000000000,NULL),
 ('m3','{"task":"send mail"}',2,1777636000000000000,1777636100000000000,1777636200000000000),('m4','{"task":"send fax"}',3,1777636000000000000,1777636100000000000,1777636200000000000),
 ('m5','{"task":"send mail"}',2,1777636000000000000,1777636100000000000,1777636200000000000);
--> work_queue m1 queued resize photo
--> work_queue m2 active resize video
--> work_queue m3 done send mail
--> work_queue m4 failed send fax
