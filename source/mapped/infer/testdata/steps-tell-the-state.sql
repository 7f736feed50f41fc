CREATE TABLE tasks (task_id TEXT PRIMARY KEY, input TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE steps (step_id TEXT PRIMARY KEY, task_id TEXT NOT NULL REFERENCES tasks(task_id), name TEXT, status TEXT NOT NULL, output TEXT, created_at TEXT);
CREATE TABLE artifacts (artifact_id TEXT PRIMARY KEY, task_id TEXT, file_name TEXT);
INSERT INTO tasks VALUES ('0a6f2e6e-1111-4000-8000-000000000001','Count the sheep','2026-05-01 10:00:00'),('0a6f2e6e-1111-4000-8000-000000000002','Count the goats','2026-05-01 10:00:00'),('0a6f2e6e-1111-4000-8000-000000000003','Count the cows','2026-05-01 10:00:00');
INSERT INTO steps VALUES ('s1','0a6f2e6e-1111-4000-8000-000000000001','look','completed','12','2026-05-01 10:00:00'),('s2','0a6f2e6e-1111-4000-8000-000000000002','look','completed','3','2026-05-01 10:00:00'),('s3','0a6f2e6e-1111-4000-8000-000000000002','look again','created',NULL,'2026-05-01 11:00:00');
--> tasks 0a6f2e6e-1111-4000-8000-000000000001 done Count the sheep
--> tasks 0a6f2e6e-1111-4000-8000-000000000002 active Count the goats
--> tasks 0a6f2e6e-1111-4000-8000-000000000003 queued Count the cows
