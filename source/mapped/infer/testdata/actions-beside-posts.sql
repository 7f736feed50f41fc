CREATE TABLE site_posts (ID INTEGER PRIMARY KEY, post_author INTEGER, post_date TEXT, post_content TEXT, post_title TEXT, post_status TEXT, comment_status TEXT, ping_status TEXT, post_password TEXT, post_name TEXT, to_ping TEXT, pinged TEXT, post_modified TEXT, post_type TEXT);
CREATE TABLE site_actions (action_id INTEGER PRIMARY KEY AUTOINCREMENT, hook TEXT NOT NULL, status TEXT NOT NULL, scheduled_date_gmt TEXT DEFAULT '0000-00-00 00:00:00', scheduled_date_local TEXT DEFAULT '0000-00-00 00:00:00', priority INTEGER NOT NULL DEFAULT 10, args TEXT, schedule TEXT, group_id INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, last_attempt_gmt TEXT DEFAULT '0000-00-00 00:00:00', claim_id INTEGER NOT NULL DEFAULT 0);
CREATE TABLE site_logs (log_id INTEGER PRIMARY KEY, action_id INTEGER NOT NULL, message TEXT NOT NULL, log_date_gmt TEXT);
INSERT INTO site_posts (ID, post_title, post_status, post_content, post_type) VALUES (1,'Hello','publish','..','post'),(2,'Draft','draft','..','post'),(3,'Next','pending','..','post'),(4,'Later','future','..','post');
INSERT INTO site_actions VALUES (1,'send_receipt','complete','2026-05-01 10:00:00','2026-05-01 12:00:00',10,'[1]','O:1',0,1,'2026-05-01 10:00:10',0),(2,'sync_stock','failed','2026-05-01 10:00:00','2026-05-01 12:00:00',10,'[1]','O:1',0,1,'2026-05-01 10:00:10',3),(3,'sync_stock','in-progress','2026-05-01 11:59:00','2026-05-01 12:00:00',10,'[1]','O:1',0,1,'2026-05-01 11:59:10',4),(4,'send_receipt','pending','2026-05-01 11:50:00','2026-05-01 12:00:00',10,'[1]','O:1',0,0,'0000-00-00 00:00:00',0),(5,'send_news','pending','2026-05-03 11:50:00','2026-05-01 12:00:00',10,'[1]','O:1',0,0,'0000-00-00 00:00:00',0),(6,'send_news','canceled','2026-05-03 11:50:00','2026-05-01 12:00:00',10,'[1]','O:1',0,0,'0000-00-00 00:00:00',0);
--> site_actions 1 done send_receipt
--> site_actions 2 failed sync_stock
--> site_actions 3 active sync_stock
--> site_actions 4 queued send_receipt
--> site_actions 5 scheduled send_news
--> site_actions 6 cancelled send_news
