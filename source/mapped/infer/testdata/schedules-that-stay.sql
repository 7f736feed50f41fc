CREATE TABLE scheduled_tasks (id TEXT PRIMARY KEY, prompt TEXT NOT NULL, schedule_type TEXT NOT NULL, schedule_value TEXT NOT NULL, next_run TEXT, last_run TEXT, last_result TEXT, status TEXT DEFAULT 'active', created_at TEXT NOT NULL);
CREATE TABLE task_run_logs (id INTEGER PRIMARY KEY, task_id TEXT NOT NULL, run_at TEXT NOT NULL, duration_ms INTEGER, status TEXT NOT NULL, result TEXT, error TEXT);
INSERT INTO scheduled_tasks VALUES ('t1','Post the news','cron','0 9 * * *','2026-05-02T09:00:00Z','2026-05-01T09:00:00Z','Posted 3 items','active','2026-04-01T00:00:00Z'),('t2','Water plants','cron','0 8 * * *','2026-05-02T08:00:00Z','2026-05-01T08:00:00Z','Error: pump offline','active','2026-04-01T00:00:00Z'),('t3','Send card','once','','','2026-04-03T00:00:00Z','Sent','completed','2026-04-01T00:00:00Z'),('t4','Old habit','cron','0 1 * * *','2026-05-02T01:00:00Z',NULL,NULL,'paused','2026-04-01T00:00:00Z');
INSERT INTO task_run_logs VALUES (1,'t1','2026-05-01T09:00:00Z',10,'success','Posted 3 items',NULL),(2,'t2','2026-05-01T08:00:00Z',10,'error',NULL,'pump offline');
--> scheduled_tasks t1 scheduled Post the news
--> scheduled_tasks t2 failed Water plants
--> scheduled_tasks t3 done Send card
--> scheduled_tasks t4 cancelled Old habit
