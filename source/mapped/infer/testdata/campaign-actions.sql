CREATE TABLE campaigns (id TEXT PRIMARY KEY, name TEXT NOT NULL, platform TEXT NOT NULL, target TEXT NOT NULL, status TEXT DEFAULT 'draft', content TEXT NOT NULL, schedule_type TEXT DEFAULT 'once', cron_expr TEXT, successful_actions INTEGER DEFAULT 0, total_actions INTEGER DEFAULT 0, created_at TIMESTAMP);
CREATE TABLE task_queue (id TEXT PRIMARY KEY, campaign_id TEXT REFERENCES campaigns(id), platform TEXT NOT NULL, account_id TEXT, action_type TEXT NOT NULL, target TEXT NOT NULL, payload_json TEXT NOT NULL, status TEXT DEFAULT 'queued', priority TEXT DEFAULT 'normal', retries INTEGER DEFAULT 0, max_retries INTEGER DEFAULT 3, scheduled_at TIMESTAMP NOT NULL, executed_at TIMESTAMP, delay_applied_seconds REAL);
CREATE TABLE crm_contacts (id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT, email TEXT, platform TEXT NOT NULL, status TEXT DEFAULT 'new', deal_value REAL DEFAULT 0, notes TEXT, created_at TIMESTAMP);
INSERT INTO campaigns VALUES ('c1','Launch','ig','all','running','Hello','once',NULL,1,4,'2026-05-01 09:00:00'),('c2','Teaser','ig','all','draft','Soon','once',NULL,0,0,'2026-05-01 09:00:00');
INSERT INTO crm_contacts VALUES ('k1','Ann','1','a@a.org','ig','won',9,'','2026-05-01 09:00:00'),('k2','Bob','2','b@a.org','ig','new',9,'','2026-05-01 09:00:00');
INSERT INTO task_queue VALUES ('q1','c1','ig','a','send_dm','@ann','{"text":"hi"}','completed','normal',0,3,'2026-05-01 10:00:00','2026-05-01 10:00:04',4.0),('q2','c1','ig','a','send_dm','@bob','{"text":"hi"}','failed','normal',3,3,'2026-05-01 10:10:00','2026-05-01 10:10:04',4.0),('q3','c1','ig','a','follow','@cat','{}','running','high',0,3,'2026-05-01 11:59:00',NULL,NULL),('q4','c1','ig','a','follow','@dan','{}','queued','high',0,3,'2026-05-01 15:00:00',NULL,NULL),('q5','c1','ig','a','like','@eve','{}','retrying','high',1,3,'2026-05-01 12:05:00',NULL,NULL);
--> task_queue q1 done send_dm
--> task_queue q2 failed send_dm
--> task_queue q3 active follow
--> task_queue q4 scheduled follow
--> task_queue q5 scheduled like
--= task_queue attempts=retries; run_at=scheduled_at
