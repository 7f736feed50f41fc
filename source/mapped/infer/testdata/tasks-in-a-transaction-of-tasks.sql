-- No status: a start, an end and an error; a parent of 0 is none.
CREATE TABLE app_tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, parent_id INTEGER NOT NULL DEFAULT 0, trans_id VARCHAR(36) NOT NULL, created_at TIMESTAMP(6) NOT NULL, scheduled_for TIMESTAMP(6) NOT NULL, started_at TIMESTAMP(6), finished_at TIMESTAMP(6), name VARCHAR(255) NOT NULL, args BLOB, result BLOB, error BLOB, retry_policy JSON, retried INTEGER NOT NULL DEFAULT 0, hash VARCHAR(32) NOT NULL);
INSERT INTO app_tasks VALUES
(1,0,'t1','2026-05-01 11:59:00.100000','2026-05-01 11:59:00.100000',NULL,NULL,'App\Order\Ship','a:1:{i:0;i:7;}',NULL,NULL,NULL,0,'aa11aa11aa11aa11aa11aa11aa11aa01'),
(2,0,'t2','2026-05-01 11:58:00.100000','2026-05-01 11:58:00.100000','2026-05-01 11:58:01.100000',NULL,'App\Order\Pay','a:1:{i:0;i:7;}',NULL,NULL,NULL,0,'aa11aa11aa11aa11aa11aa11aa11aa02'),
(3,2,'t2','2026-05-01 11:58:10.100000','2026-05-01 12:58:00.100000',NULL,NULL,'App\Bank\Charge','a:1:{i:0;i:7;}',NULL,NULL,'{"maxRetries":3}',1,'aa11aa11aa11aa11aa11aa11aa11aa03'),
(4,0,'t4','2026-05-01 10:58:00.100000','2026-05-01 10:58:00.100000','2026-05-01 10:58:01.100000','2026-05-01 10:58:09.100000','App\Order\Pay','a:1:{i:0;i:6;}','s:2:"ok";',NULL,NULL,0,'aa11aa11aa11aa11aa11aa11aa11aa04'),
(5,0,'t5','2026-05-01 09:58:00.100000','2026-05-01 09:58:00.100000','2026-05-01 09:58:01.100000','2026-05-01 09:58:09.100000','App\Order\Ship','a:1:{i:0;i:5;}',NULL,'O:9:"Exception":1:{s:7:"message";s:10:"no courier";}',NULL,3,'aa11aa11aa11aa11aa11aa11aa11aa05');
--> app_tasks 1 queued App\Order\Ship
--> app_tasks 2 active App\Order\Pay
--> app_tasks 3 scheduled App\Bank\Charge
--> app_tasks 4 done App\Order\Pay
--> app_tasks 5 failed App\Order\Ship
--= app_tasks attempts=retried; created=created_at; started=started_at; finished=finished_at; run_at=scheduled_for
