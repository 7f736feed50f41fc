CREATE TABLE delayed_work (id INTEGER PRIMARY KEY AUTOINCREMENT, priority INTEGER DEFAULT 0 NOT NULL, attempts INTEGER DEFAULT 0 NOT NULL, handler TEXT NOT NULL, last_error TEXT, run_at DATETIME, locked_at DATETIME, failed_at DATETIME, locked_by VARCHAR, queue VARCHAR, created_at DATETIME, updated_at DATETIME);
INSERT INTO delayed_work VALUES (1,0,0,'--- !ruby/object:Mailer',NULL,'2026-05-01 11:00:00',NULL,NULL,NULL,NULL,'2026-05-01 11:00:00','2026-05-01 11:00:00'),
 (2,0,1,'--- !ruby/object:Importer',NULL,'2026-05-01 11:00:00','2026-05-01 11:59:00',NULL,'host:w1 pid:2',NULL,'2026-05-01 11:00:00','2026-05-01 11:00:00'),
 (3,0,25,'--- !ruby/object:Importer','Timeout','2026-05-01 11:00:00',NULL,'2026-05-01 11:30:00',NULL,NULL,'2026-05-01 11:00:00','2026-05-01 11:00:00'),
 (4,0,2,'--- !ruby/object:Importer','Timeout','2026-05-01 13:00:00',NULL,NULL,NULL,NULL,'2026-05-01 11:00:00','2026-05-01 11:00:00');
--> delayed_work 1 queued
--> delayed_work 2 active
--> delayed_work 3 failed
--> delayed_work 4 scheduled
