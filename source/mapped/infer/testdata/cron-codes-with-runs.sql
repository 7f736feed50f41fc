CREATE TABLE cron_schedule (schedule_id INTEGER PRIMARY KEY, job_code varchar(255) NOT NULL DEFAULT '0', status varchar(7) NOT NULL DEFAULT 'pending', messages text, created_at timestamp NOT NULL, scheduled_at timestamp, executed_at timestamp, finished_at timestamp);
INSERT INTO cron_schedule VALUES (1,'indexer_reindex','success',NULL,'2026-05-01 10:00:00','2026-05-01 10:05:00','2026-05-01 10:05:02','2026-05-01 10:05:09'),(2,'newsletter_send','error','SMTP connection refused','2026-05-01 10:00:00','2026-05-01 10:05:00','2026-05-01 10:05:10','2026-05-01 10:05:12'),(3,'catalog_sync','missed','Cron Job catalog_sync is missed','2026-05-01 08:00:00','2026-05-01 08:05:00',NULL,NULL),(4,'indexer_reindex','running',NULL,'2026-05-01 11:50:00','2026-05-01 11:55:00','2026-05-01 11:55:02',NULL),(5,'indexer_reindex','pending',NULL,'2026-05-01 11:50:00','2026-05-01 12:15:00',NULL,NULL);
--> cron_schedule 1 done indexer_reindex
--> cron_schedule 2 failed newsletter_send
--> cron_schedule 3 failed catalog_sync
--> cron_schedule 4 active indexer_reindex
--> cron_schedule 5 scheduled indexer_reindex
--= cron_schedule error=messages; created=created_at; started=executed_at; finished=finished_at; run_at=scheduled_at
