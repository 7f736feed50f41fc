-- The tables of Dagster with the columns that matter here; names and types are from
-- github.com/dagster-io/dagster 017f1ee: python_modules/dagster/dagster/_core/storage/runs/schema.py, dagster_run.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE runs (id INTEGER NOT NULL PRIMARY KEY, run_id VARCHAR(255) UNIQUE, snapshot_id VARCHAR(255), pipeline_name TEXT, mode TEXT, status VARCHAR(63), run_body TEXT, partition TEXT, partition_set TEXT, create_timestamp DATETIME, update_timestamp DATETIME, start_time FLOAT, end_time FLOAT);
CREATE TABLE run_tags (id INTEGER NOT NULL PRIMARY KEY, run_id VARCHAR(255), key TEXT, value TEXT);

-- want 1 queued task 1
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (1, 'task 1', 'QUEUED', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want 2 queued task 2
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (2, 'task 2', 'NOT_STARTED', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want 3 queued task 3
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (3, 'task 3', 'MANAGED', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want 4 active task 4
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (4, 'task 4', 'STARTING', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want 5 active task 5
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp", "start_time") VALUES (5, 'task 5', 'STARTED', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 1768046340.25);
-- want 6 done task 6
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp", "start_time", "end_time") VALUES (6, 'task 6', 'SUCCESS', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 1768036200.25, 1768036800.25);
-- want 7 failed task 7
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (7, 'task 7', 'FAILURE', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want 8 cancelled task 8
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (8, 'task 8', 'CANCELING', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want 9 cancelled task 9
INSERT INTO "runs" ("id", "pipeline_name", "status", "create_timestamp", "update_timestamp") VALUES (9, 'task 9', 'CANCELED', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
