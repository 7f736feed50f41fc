CREATE TABLE db_workrequest (id INTEGER PRIMARY KEY, created_at datetime NOT NULL, started_at datetime, completed_at datetime, status varchar(9) NOT NULL, result varchar(7) NOT NULL, task_type varchar(16), task_name varchar(100) NOT NULL, task_data text, worker_id integer, priority_base integer, unblock_strategy varchar(6), parent_id integer, workspace_id integer);
CREATE TABLE db_workrequest_dependencies (id INTEGER PRIMARY KEY, from_workrequest_id integer, to_workrequest_id integer);
CREATE TABLE db_worker (id INTEGER PRIMARY KEY, name varchar, registered_at datetime, connected_at datetime, enabled bool);
INSERT INTO db_worker VALUES (1,'w-001','2026-01-01 00:00:00','2026-05-01 09:00:00',1);
INSERT INTO db_workrequest VALUES (1,'2026-05-01 10:00:00','2026-05-01 10:00:10','2026-05-01 10:10:10','completed','success','Worker','sbuild','{"input":"a"}',1,0,'deps',NULL,1),(2,'2026-05-01 10:00:00','2026-05-01 10:10:10','2026-05-01 10:11:10','completed','failure','Worker','lintian','{"input":"a"}',1,0,'deps',NULL,1),(3,'2026-05-01 11:00:00','2026-05-01 11:50:10',NULL,'running','','Worker','autopkgtest','{"input":"a"}',1,0,'deps',NULL,1),(4,'2026-05-01 11:00:00',NULL,NULL,'pending','','Worker','piuparts','{"input":"a"}',NULL,0,'deps',NULL,1),(5,'2026-05-01 11:00:00',NULL,NULL,'blocked','','Worker','blhc','{"input":"a"}',NULL,0,'deps',NULL,1),(6,'2026-05-01 10:00:00',NULL,'2026-05-01 10:20:00','aborted','','Worker','sbuild','{"input":"b"}',NULL,0,'deps',NULL,1),(7,'2026-05-01 10:00:00','2026-05-01 10:10:10','2026-05-01 10:11:10','completed','error','Worker','sbuild','{"input":"c"}',1,0,'deps',NULL,1);
--> db_workrequest 1 done sbuild
--> db_workrequest 2 failed lintian
--> db_workrequest 3 active autopkgtest
--> db_workrequest 4 queued piuparts
--> db_workrequest 5 blocked blhc
--> db_workrequest 6 cancelled sbuild
--> db_workrequest 7 failed sbuild
--= db_workrequest created=created_at; started=started_at; finished=completed_at
