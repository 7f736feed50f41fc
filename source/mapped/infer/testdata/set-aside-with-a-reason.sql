CREATE TABLE draw_jobs (job_key TEXT PRIMARY KEY, kind TEXT, plan_json TEXT, status TEXT NOT NULL CHECK (status IN ('claimed','in_progress','delivered','parked','rejected')), park_reason TEXT, created_at TEXT, delivered_at TEXT);
INSERT INTO draw_jobs VALUES ('k1','pack','{}','delivered',NULL,'2026-05-01T10:00:00Z','2026-05-01T10:30:00Z'),('k2','pack','{}','in_progress',NULL,'2026-05-01T11:00:00Z',NULL),('k3','card',NULL,'parked','no brief','2026-05-01T10:00:00Z',NULL);
--> draw_jobs k1 done
--> draw_jobs k2 active
--> draw_jobs k3 blocked
