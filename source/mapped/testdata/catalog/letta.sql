-- The tables of Letta with the columns that matter here; names and types are from
-- github.com/letta-ai/letta 68fcf5a: letta/orm/job.py, letta/schemas/enums.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE jobs (id VARCHAR NOT NULL PRIMARY KEY, user_id VARCHAR, status VARCHAR NOT NULL, completed_at DATETIME, stop_reason VARCHAR, metadata_ JSON, job_type VARCHAR NOT NULL, request_config JSON, callback_url VARCHAR, callback_sent_at DATETIME, callback_status_code INTEGER, callback_error VARCHAR, created_at DATETIME, updated_at DATETIME, is_deleted BOOLEAN DEFAULT FALSE);

INSERT INTO "jobs" ("id", "status", "job_type", "is_deleted") VALUES ('job-99', 'completed', 'run', 1);
-- want job-1 queued x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-1', 'created', 'run', '{"type": "x"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want job-2 queued x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-2', 'not_started', 'run', '{"type": "x"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want job-3 queued x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-3', 'pending', 'run', '{"type": "x"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want job-4 active x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-4', 'running', 'run', '{"type": "x"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want job-5 done x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at", "completed_at") VALUES ('job-5', 'completed', 'run', '{"type": "x"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000');
-- want job-6 failed x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-6', 'failed', 'run', '{"type": "x", "error": "boom"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want job-7 cancelled x
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-7', 'cancelled', 'run', '{"type": "x"}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want job-8 cancelled run
INSERT INTO "jobs" ("id", "status", "job_type", "metadata_", "created_at", "updated_at") VALUES ('job-8', 'expired', 'run', NULL, '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
