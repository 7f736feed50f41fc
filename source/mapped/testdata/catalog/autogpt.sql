-- The tables of AutoGPT Forge (agent protocol) with the columns that matter here; names and types are from
-- github.com/Significant-Gravitas/AutoGPT 1e9971c: classic/forge/forge/agent_protocol/database/db.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE tasks (task_id VARCHAR NOT NULL PRIMARY KEY, input VARCHAR NOT NULL, additional_input JSON NOT NULL, created_at DATETIME NOT NULL, modified_at DATETIME NOT NULL);
CREATE TABLE steps (step_id VARCHAR NOT NULL PRIMARY KEY, task_id VARCHAR NOT NULL, name VARCHAR NOT NULL, input VARCHAR NOT NULL, status VARCHAR NOT NULL, output VARCHAR, is_last BOOLEAN NOT NULL, created_at DATETIME NOT NULL, modified_at DATETIME NOT NULL);

-- want t1 queued task 1
INSERT INTO "tasks" ("task_id", "input", "additional_input", "created_at", "modified_at") VALUES ('t1', 'task 1', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want t2 active task 2
INSERT INTO "tasks" ("task_id", "input", "additional_input", "created_at", "modified_at") VALUES ('t2', 'task 2', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
-- want t3 done task 3
INSERT INTO "tasks" ("task_id", "input", "additional_input", "created_at", "modified_at") VALUES ('t3', 'task 3', '{}', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
INSERT INTO "steps" ("step_id", "task_id", "name", "input", "status", "output", "is_last", "created_at", "modified_at") VALUES ('s1', 't2', 'n', '', 'completed', 'half', 0, '2026-01-10 09:10:00.250000', '2026-01-10 11:59:00.250000');
INSERT INTO "steps" ("step_id", "task_id", "name", "input", "status", "output", "is_last", "created_at", "modified_at") VALUES ('s2', 't3', 'n', '', 'completed', 'All is done.', 1, '2026-01-10 09:10:00.250000', '2026-01-10 09:20:00.250000');
