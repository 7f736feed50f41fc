-- What has ended moves to a table of another name, in which two flags say how it went.
CREATE TABLE queue (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, started_at TEXT, scheduled_for TEXT NOT NULL, running BOOLEAN NOT NULL DEFAULT 0, flow_path TEXT, args TEXT, logs TEXT, canceled BOOLEAN NOT NULL DEFAULT 0, last_ping TEXT, kind TEXT NOT NULL, tag TEXT);
CREATE TABLE completed_job (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, started_at TEXT, duration_ms INTEGER NOT NULL, success BOOLEAN NOT NULL, flow_path TEXT, args TEXT, result TEXT, logs TEXT, deleted BOOLEAN NOT NULL DEFAULT 0, canceled BOOLEAN NOT NULL DEFAULT 0, kind TEXT NOT NULL, tag TEXT);
INSERT INTO queue VALUES ('q1','2026-05-01 11:58:00',NULL,'2026-05-01 11:58:00',0,'f/bake/bread','{"n":1}',NULL,0,NULL,'flow','t'),
('q2','2026-05-01 11:58:00','2026-05-01 11:59:00','2026-05-01 11:58:00',1,'f/bake/cake','{"n":2}',NULL,0,'2026-05-01 11:59:55','flow','t'),
('q3','2026-05-01 11:58:00',NULL,'2026-05-01 18:00:00',0,'f/bake/cake','{"n":3}',NULL,0,NULL,'flow','t');
INSERT INTO completed_job VALUES ('c1','2026-05-01 10:00:00','2026-05-01 10:00:01',1200,1,'f/bake/bread','{"n":4}','{"loaves":10}','ok',0,0,'flow','t'),
('c2','2026-05-01 10:10:00','2026-05-01 10:10:01',800,0,'f/bake/cake','{"n":5}','{"error":{"message":"no eggs","name":"Error"}}','boom',0,0,'flow','t'),
('c3','2026-05-01 10:20:00','2026-05-01 10:20:01',100,0,'f/bake/cake','{"n":6}','{"error":{"message":"canceled","name":"Canceled"}}',NULL,0,1,'flow','t');
--> queue q1 queued f/bake/bread
--> queue q2 active f/bake/cake
--> queue q3 scheduled f/bake/cake
--> completed_job c1 done f/bake/bread
--> completed_job c2 failed f/bake/cake
--> completed_job c3 cancelled f/bake/cake
