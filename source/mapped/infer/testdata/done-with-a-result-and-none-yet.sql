-- "scheduled" is what waits, as no row has a time to run at; the result is "none" until the end.
CREATE TABLE jobs (id INTEGER PRIMARY KEY, state VARCHAR NOT NULL DEFAULT 'scheduled', priority INTEGER NOT NULL DEFAULT 50, result VARCHAR NOT NULL DEFAULT 'none', reason TEXT, suite TEXT NOT NULL, t_started TIMESTAMP, t_finished TIMESTAMP, t_created TIMESTAMP NOT NULL, t_updated TIMESTAMP NOT NULL);
INSERT INTO jobs VALUES (1,'done',50,'passed',NULL,'kettle','2026-05-01 10:00:00','2026-05-01 10:30:00','2026-05-01 09:00:00','2026-05-01 10:30:00'),
(2,'done',50,'failed',NULL,'toaster','2026-05-01 10:00:00','2026-05-01 10:40:00','2026-05-01 09:00:00','2026-05-01 10:40:00'),
(3,'running',50,'none',NULL,'oven','2026-05-01 11:40:00',NULL,'2026-05-01 09:00:00','2026-05-01 11:40:00'),
(4,'scheduled',50,'none',NULL,'fridge',NULL,NULL,'2026-05-01 09:00:00','2026-05-01 09:00:00'),
(5,'done',50,'incomplete','the plug was pulled','mixer','2026-05-01 10:00:00','2026-05-01 10:01:00','2026-05-01 09:00:00','2026-05-01 10:01:00'),
(6,'cancelled',50,'user_cancelled',NULL,'grill',NULL,'2026-05-01 10:05:00','2026-05-01 09:00:00','2026-05-01 10:05:00');
--> jobs 1 done kettle
--> jobs 2 failed toaster
--> jobs 3 active oven
--> jobs 4 queued fridge
--> jobs 5 failed mixer
--> jobs 6 cancelled grill
