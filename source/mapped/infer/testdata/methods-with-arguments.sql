CREATE TABLE classic_jobs (id INTEGER PRIMARY KEY, q_name text NOT NULL, method text NOT NULL, args text NOT NULL, locked_at timestamp, locked_by integer, created_at timestamp, scheduled_at timestamp);
INSERT INTO classic_jobs VALUES (1,'default','Mailer.welcome','[1]',NULL,NULL,'2026-05-01 11:58:00','2026-05-01 11:58:00'),(2,'default','Invoice.render','[2]','2026-05-01 11:59:30',4711,'2026-05-01 11:58:00','2026-05-01 11:58:00'),(3,'slow','Report.build','[3]',NULL,NULL,'2026-05-01 11:58:00','2026-05-01 20:00:00');
--> classic_jobs 1 queued Mailer.welcome
--> classic_jobs 2 active Invoice.render
--> classic_jobs 3 scheduled Report.build
--= classic_jobs created=created_at; started=locked_at; run_at=scheduled_at
