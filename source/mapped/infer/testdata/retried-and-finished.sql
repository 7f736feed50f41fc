CREATE TABLE async_tasks (id BLOB PRIMARY KEY, metadata TEXT NOT NULL, error_message TEXT, state TEXT DEFAULT 'new' NOT NULL, task_type VARCHAR DEFAULT 'common' NOT NULL, uniq_hash CHAR(64), retries INTEGER DEFAULT 0 NOT NULL, scheduled_at INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
INSERT INTO async_tasks VALUES (x'01','{"type":"SendMail","n":1}',NULL,'new','common',NULL,0,1777630000,1777630000,1777630000),(x'02','{"type":"SendMail","n":2}',NULL,'in_progress','common',NULL,0,1777630000,1777630000,1777630000),(x'03','{"type":"DrawMap","n":3}','no ink','failed','common',NULL,3,1777630000,1777630000,1777630000),(x'04','{"type":"DrawMap","n":3}',NULL,'finished','common',NULL,0,1777630000,1777630000,1777630000),(x'05','{"type":"DrawMap","n":3}','no ink','retried','common',NULL,1,1777640000,1777630000,1777630000);
--> async_tasks 01 queued SendMail
--> async_tasks 02 active SendMail
--> async_tasks 03 failed DrawMap
--> async_tasks 04 done DrawMap
--> async_tasks 05 scheduled DrawMap
