CREATE TABLE scheduled_tasks (task_name VARCHAR(40) NOT NULL, task_instance VARCHAR(40) NOT NULL, task_data BLOB, execution_time TIMESTAMP NOT NULL, picked BOOLEAN NOT NULL, picked_by VARCHAR(50), last_success TIMESTAMP, last_failure TIMESTAMP, consecutive_failures INT, last_heartbeat TIMESTAMP, version BIGINT NOT NULL, priority SMALLINT, PRIMARY KEY (task_name, task_instance));
INSERT INTO scheduled_tasks VALUES ('send-invoice','inv-17',x'00','2026-05-01 11:00:00',0,NULL,NULL,NULL,0,NULL,1,50),('send-invoice','inv-18',x'00','2026-05-01 11:30:00',1,'host-a',NULL,NULL,0,'2026-05-01 11:59:50',2,50),('cleanup','recurring',NULL,'2026-05-02 03:00:00',0,NULL,'2026-05-01 03:00:10',NULL,0,NULL,9,50),('send-invoice','inv-19',x'00','2026-05-01 12:30:00',0,NULL,NULL,'2026-05-01 11:40:00',2,NULL,5,50);
--> scheduled_tasks inv-17 queued send-invoice
--> scheduled_tasks inv-18 active send-invoice
--> scheduled_tasks recurring scheduled cleanup
--> scheduled_tasks inv-19 scheduled send-invoice
--= scheduled_tasks attempts=consecutive_failures; run_at=execution_time
