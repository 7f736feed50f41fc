CREATE TABLE app_queue (id INTEGER PRIMARY KEY, name varchar(64) NOT NULL, type varchar(64) NOT NULL, runner varchar(64), batch_limit int, lease_time int, retry_limit int, status varchar(16), error varchar(16));
CREATE TABLE app_queue_item (id INTEGER PRIMARY KEY, queue_name varchar(64) NOT NULL, weight int NOT NULL, submit_time timestamp NOT NULL, release_time timestamp, run_count int NOT NULL DEFAULT 0, data text);
INSERT INTO app_queue VALUES (1,'upgrade','Sql',NULL,1,3600,0,'active','abort');
INSERT INTO app_queue_item VALUES (1,'upgrade',1,'2026-05-01 11:50:00',NULL,0,'O:14:"App_Queue_Task":1:{s:5:"title";s:14:"Upgrade to 5.1";}'),(2,'upgrade',1,'2026-05-01 11:50:00','2026-05-01 12:50:00',1,'O:14:"App_Queue_Task":1:{s:5:"title";s:14:"Upgrade to 5.2";}'),(3,'upgrade',2,'2026-05-01 11:51:00',NULL,0,'O:14:"App_Queue_Task":1:{s:5:"title";s:12:"Clear caches";}');
--> app_queue_item 1 queued Upgrade to 5.1
--> app_queue_item 3 queued Clear caches
--= app_queue_item attempts=run_count; created=submit_time
