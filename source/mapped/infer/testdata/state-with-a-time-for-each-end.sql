CREATE TABLE lane_job (id INTEGER PRIMARY KEY, args TEXT NOT NULL DEFAULT '{}', attempt INTEGER NOT NULL DEFAULT 0, attempted_at TEXT, attempted_by TEXT, created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, errors TEXT, finalized_at TEXT, kind TEXT NOT NULL, max_attempts INTEGER NOT NULL, metadata TEXT NOT NULL DEFAULT '{}', priority INTEGER NOT NULL DEFAULT 1, queue TEXT NOT NULL DEFAULT 'default', state TEXT NOT NULL DEFAULT 'available', scheduled_at TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '[]',
 CHECK (state IN ('available','cancelled','completed','discarded','pending','retryable','running','scheduled')));
CREATE TABLE lane_leader (elected_at TEXT NOT NULL, expires_at TEXT NOT NULL, leader_id TEXT NOT NULL, name TEXT PRIMARY KEY);
CREATE TABLE lane_queue (name TEXT PRIMARY KEY, created_at TEXT, metadata TEXT, paused_at TEXT, updated_at TEXT);
INSERT INTO lane_queue (name, created_at) VALUES ('default', '2026-04-01 00:00:00');
INSERT INTO lane_job (id, kind, args, attempt, max_attempts, state, attempted_at, finalized_at, scheduled_at, created_at, errors, attempted_by) VALUES
 (1,'send_invoice','{"to":1}',1,25,'completed','2026-05-01 11:00:00','2026-05-01 11:01:00','2026-05-01 10:59:00','2026-05-01 10:59:00',NULL,'["h1"]'),
 (2,'crawl_site','{"to":2}',3,3,'discarded','2026-05-01 11:00:00','2026-05-01 11:01:00','2026-05-01 10:59:00','2026-05-01 10:59:00','[{"at":"2026-05-01T11:00:00Z","error":"dial tcp: refused"}]','["h1"]'),
 (3,'crawl_site','{"to":3}',1,25,'retryable','2026-05-01 11:00:00',NULL,'2026-05-01 12:30:00','2026-05-01 10:59:00','[{"error":"timeout"}]','["h1"]'),
 (4,'send_invoice','{"to":4}',1,25,'running','2026-05-01 11:58:00',NULL,'2026-05-01 11:57:00','2026-05-01 11:57:00',NULL,'["h1"]'),
 (5,'send_invoice','{"to":5}',0,25,'available',NULL,NULL,'2026-05-01 11:59:00','2026-05-01 11:59:00',NULL,NULL),
 (6,'send_invoice','{"to":6}',0,25,'scheduled',NULL,NULL,'2026-05-02 11:59:00','2026-05-01 11:59:00',NULL,NULL),
 (7,'send_invoice','{"to":7}',0,25,'cancelled',NULL,'2026-05-01 11:59:30','2026-05-01 11:59:00','2026-05-01 11:59:00',NULL,NULL);
--> lane_job 1 done send_invoice
--> lane_job 2 failed crawl_site
--> lane_job 3 scheduled crawl_site
--> lane_job 4 active send_invoice
--> lane_job 5 queued send_invoice
--> lane_job 6 scheduled send_invoice
--> lane_job 7 cancelled send_invoice
