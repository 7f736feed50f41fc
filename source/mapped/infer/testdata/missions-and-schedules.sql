CREATE TABLE mission_tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, created_at INTEGER NOT NULL, agent_id TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN ('queued','running','done','failed','cancelled')), prompt TEXT NOT NULL, result TEXT, started_at INTEGER, finished_at INTEGER, meta_json TEXT);
CREATE TABLE scheduled_tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT NOT NULL, cron TEXT NOT NULL, prompt TEXT NOT NULL, enabled INTEGER NOT NULL DEFAULT 1, last_run_at INTEGER, next_run_at INTEGER, created_at INTEGER NOT NULL);
CREATE TABLE audit_log (id INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, actor_type TEXT NOT NULL, action TEXT, ref TEXT);
INSERT INTO scheduled_tasks VALUES (1,'main','0 9 * * *','Read the news',1,1777620000000,1777700000000,1777000000000),(2,'main','0 18 * * *','Tidy the inbox',1,1777620000000,1777700000000,1777000000000);
INSERT INTO mission_tasks VALUES (1,1777629600000,'main','done','Find a flight to Oslo','Booked',1777629601000,1777629700000,NULL),(2,1777629600000,'ops','failed','Restart the printer','ssh: no route',1777629601000,1777629700000,NULL),(3,1777636600000,'ops','running','Check the backups',NULL,1777636601000,NULL,NULL),(4,1777636700000,'main','queued','Plan the week',NULL,NULL,NULL,NULL);
--> mission_tasks 1 done Find a flight to Oslo
--> mission_tasks 2 failed Restart the printer
--> mission_tasks 3 active Check the backups
--> mission_tasks 4 queued Plan the week
--= mission_tasks created=created_at; started=started_at; finished=finished_at
