-- The tables of Meltano with the columns that matter here; names and types are from
-- github.com/meltano/meltano 00a408c: src/meltano/core/job/job.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE runs (id INTEGER NOT NULL PRIMARY KEY, job_name VARCHAR, run_id CHAR(32) NOT NULL, state VARCHAR, started_at DATETIME, last_heartbeat_at DATETIME, ended_at DATETIME, payload VARCHAR, payload_flags INTEGER, trigger VARCHAR);

INSERT INTO "runs" ("id", "job_name", "run_id", "state", "payload") VALUES (99, 'x', 'r', 'STATE_EDIT', '{}');
-- want 1 queued task 1
INSERT INTO "runs" ("id", "job_name", "state", "run_id", "started_at", "payload", "payload_flags") VALUES (1, 'task 1', 'IDLE', 'r', '2026-01-10 09:10:00.250000', '{}', 0);
-- want 2 active task 2
INSERT INTO "runs" ("id", "job_name", "state", "run_id", "started_at", "payload", "payload_flags", "last_heartbeat_at") VALUES (2, 'task 2', 'RUNNING', 'r', '2026-01-10 09:10:00.250000', '{}', 0, '2026-01-10 11:59:00.250000');
-- want 3 done task 3
INSERT INTO "runs" ("id", "job_name", "state", "run_id", "started_at", "payload", "payload_flags", "ended_at") VALUES (3, 'task 3', 'SUCCESS', 'r', '2026-01-10 09:10:00.250000', '{}', 0, '2026-01-10 09:20:00.250000');
-- want 4 failed task 4
INSERT INTO "runs" ("id", "job_name", "state", "run_id", "started_at", "payload", "payload_flags", "ended_at") VALUES (4, 'task 4', 'FAIL', 'r', '2026-01-10 09:10:00.250000', '{"error": "boom"}', 0, '2026-01-10 09:20:00.250000');
-- want 5 failed task 5
INSERT INTO "runs" ("id", "job_name", "state", "run_id", "started_at", "payload", "payload_flags") VALUES (5, 'task 5', 'DEAD', 'r', '2026-01-10 09:10:00.250000', '{}', 0);
