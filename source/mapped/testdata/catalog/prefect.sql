-- The tables of Prefect with the columns that matter here; names and types are from
-- github.com/PrefectHQ/prefect 772a18c: src/prefect/server/database/orm_models.py, src/prefect/server/schemas/states.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE flow (id CHAR(36) NOT NULL PRIMARY KEY, name VARCHAR NOT NULL);
CREATE TABLE flow_run_state (id CHAR(36) NOT NULL PRIMARY KEY, flow_run_id CHAR(36), type VARCHAR(9) NOT NULL, name VARCHAR NOT NULL, message VARCHAR, timestamp DATETIME);
CREATE TABLE flow_run (id CHAR(36) NOT NULL PRIMARY KEY, flow_id CHAR(36) NOT NULL, name VARCHAR NOT NULL, parameters JSON, state_id CHAR(36), state_type VARCHAR(10), state_name VARCHAR, run_count INTEGER DEFAULT 0 NOT NULL, expected_start_time DATETIME, next_scheduled_start_time DATETIME, start_time DATETIME, end_time DATETIME, created DATETIME NOT NULL, updated DATETIME NOT NULL);

INSERT INTO "flow" ("id", "name") VALUES ('f1', 'etl');
INSERT INTO "flow_run_state" ("id", "flow_run_id", "type", "name", "message") VALUES ('s1', 'fr-8', 'FAILED', 'Failed', 'Flow run encountered an exception: boom');
-- want fr-1 queued etl / task 1
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-1', 'task 1', 'SCHEDULED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'Late');
-- want fr-2 scheduled etl / task 2
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "next_scheduled_start_time", "state_name") VALUES ('fr-2', 'task 2', 'SCHEDULED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 13:00:00.250000', 'Scheduled');
-- want fr-3 scheduled etl / task 3
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-3', 'task 3', 'SCHEDULED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'AwaitingRetry');
-- want fr-4 queued etl / task 4
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-4', 'task 4', 'PENDING', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'Pending');
-- want fr-5 active etl / task 5
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "start_time", "run_count", "state_name") VALUES ('fr-5', 'task 5', 'RUNNING', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 11:59:00.250000', 1, 'Running');
-- want fr-6 blocked etl / task 6
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-6', 'task 6', 'PAUSED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'Paused');
-- want fr-7 done etl / task 7
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "end_time", "state_name") VALUES ('fr-7', 'task 7', 'COMPLETED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', 'Completed');
-- want fr-8 failed etl / task 8
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_id", "end_time", "state_name") VALUES ('fr-8', 'task 8', 'FAILED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 's1', '2026-01-10 09:20:00.250000', 'Failed');
-- want fr-9 failed etl / task 9
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-9', 'task 9', 'CRASHED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'Crashed');
-- want fr-10 cancelled etl / task 10
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-10', 'task 10', 'CANCELLING', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'Cancelling');
-- want fr-11 cancelled etl / task 11
INSERT INTO "flow_run" ("id", "name", "state_type", "flow_id", "parameters", "expected_start_time", "created", "updated", "state_name") VALUES ('fr-11', 'task 11', 'CANCELLED', 'f1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'Cancelled');
