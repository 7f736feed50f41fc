-- The state is a column that the database computes from the times.
CREATE TABLE users (id TEXT PRIMARY KEY, email TEXT NOT NULL, username TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active', last_seen_at TEXT);
CREATE TABLE workspaces (id TEXT PRIMARY KEY, owner_id TEXT NOT NULL, name TEXT NOT NULL, created_at TEXT, deleted INTEGER DEFAULT 0, autostart_schedule TEXT, ttl INTEGER, last_used_at TEXT);
CREATE TABLE provisioner_daemons (id TEXT PRIMARY KEY, created_at TEXT, name TEXT, last_seen_at TEXT, version TEXT);
CREATE TABLE provisioner_jobs (id TEXT PRIMARY KEY, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, started_at TEXT, canceled_at TEXT, completed_at TEXT, error TEXT, organization_id TEXT NOT NULL, initiator_id TEXT NOT NULL, provisioner TEXT NOT NULL, storage_method TEXT NOT NULL, type TEXT NOT NULL, input TEXT NOT NULL DEFAULT '{}', worker_id TEXT, file_id TEXT NOT NULL, tags TEXT NOT NULL DEFAULT '{}', error_code TEXT, job_status TEXT GENERATED ALWAYS AS (CASE WHEN completed_at IS NOT NULL THEN CASE WHEN error <> '' THEN 'failed' WHEN canceled_at IS NOT NULL THEN 'canceled' ELSE 'succeeded' END ELSE CASE WHEN error <> '' THEN 'failed' WHEN canceled_at IS NOT NULL THEN 'canceling' WHEN started_at IS NULL THEN 'pending' ELSE 'running' END END) STORED);
INSERT INTO users VALUES ('u1','a@b.example','ann','active',NULL),('u2','c@b.example','bob','suspended',NULL);
INSERT INTO workspaces VALUES ('w1','u1','dev','2026-04-01 10:00:00',0,NULL,28800,'2026-05-01 09:00:00');
INSERT INTO provisioner_jobs(id,created_at,updated_at,started_at,canceled_at,completed_at,error,organization_id,initiator_id,provisioner,storage_method,type,input,worker_id,file_id) VALUES
('7d0e2a51-0000-4000-8000-000000000001','2026-05-01 11:59:00+00','2026-05-01 11:59:00+00',NULL,NULL,NULL,NULL,'o1','u1','terraform','file','workspace_build','{"workspace_build_id":"b1"}',NULL,'f1'),
('7d0e2a51-0000-4000-8000-000000000002','2026-05-01 11:50:00+00','2026-05-01 11:55:00+00','2026-05-01 11:50:05+00',NULL,NULL,NULL,'o1','u1','terraform','file','template_version_import','{"template_version_id":"t1"}','d1','f2'),
('7d0e2a51-0000-4000-8000-000000000003','2026-05-01 10:50:00+00','2026-05-01 10:55:00+00','2026-05-01 10:50:05+00',NULL,'2026-05-01 10:55:00+00',NULL,'o1','u1','terraform','file','workspace_build','{"workspace_build_id":"b2"}','d1','f1'),
('7d0e2a51-0000-4000-8000-000000000004','2026-05-01 10:40:00+00','2026-05-01 10:45:00+00','2026-05-01 10:40:05+00',NULL,'2026-05-01 10:45:00+00','terraform apply: quota exceeded','o1','u1','terraform','file','workspace_build','{"workspace_build_id":"b3"}','d1','f1'),
('7d0e2a51-0000-4000-8000-000000000005','2026-05-01 10:30:00+00','2026-05-01 10:35:00+00','2026-05-01 10:30:05+00','2026-05-01 10:31:00+00','2026-05-01 10:35:00+00',NULL,'o1','u1','terraform','file','template_version_dry_run','{"x":1}','d1','f1');
--> provisioner_jobs 7d0e2a51-0000-4000-8000-000000000001 queued workspace_build
--> provisioner_jobs 7d0e2a51-0000-4000-8000-000000000002 active template_version_import
--> provisioner_jobs 7d0e2a51-0000-4000-8000-000000000003 done workspace_build
--> provisioner_jobs 7d0e2a51-0000-4000-8000-000000000004 failed workspace_build
--> provisioner_jobs 7d0e2a51-0000-4000-8000-000000000005 cancelled template_version_dry_run
--= provisioner_jobs error=error; created=created_at; started=started_at; finished=completed_at
