-- The tables of Gitea and Forgejo Actions with the columns that matter here; names and types are from
-- github.com/go-gitea/gitea 01a3d62: models/actions/run_job.go, models/actions/status.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE action_run (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, title TEXT, repo_id INTEGER, workflow_id TEXT, status INTEGER);
CREATE TABLE action_run_job (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, run_id INTEGER, repo_id INTEGER, name TEXT, attempt INTEGER, workflow_payload BLOB, job_id TEXT, needs TEXT, runs_on TEXT, task_id INTEGER, status INTEGER, started INTEGER, stopped INTEGER, created INTEGER, updated INTEGER);
CREATE TABLE action_task (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, job_id INTEGER, runner_id INTEGER, status INTEGER);
CREATE TABLE task (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, type INTEGER, status INTEGER);

INSERT INTO "action_task" ("id", "job_id", "runner_id", "status") VALUES (1, 7, 4, 6);
-- want 1 queued task 1
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (1, 'task 1', 0, 1, 1, 1, 1768035600, 1768035600, 0, 0);
-- want 2 done task 2
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (2, 'task 2', 1, 1, 1, 1, 1768035600, 1768035600, 0, 1768036800);
-- want 3 failed task 3
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (3, 'task 3', 2, 1, 1, 1, 1768035600, 1768035600, 0, 1768036800);
-- want 4 cancelled task 4
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (4, 'task 4', 3, 1, 1, 1, 1768035600, 1768035600, 0, 0);
-- want 5 done task 5
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (5, 'task 5', 4, 1, 1, 1, 1768035600, 1768035600, 0, 0);
-- want 6 queued task 6
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (6, 'task 6', 5, 1, 1, 1, 1768035600, 1768035600, 0, 0);
-- want 7 active task 7
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped", "task_id") VALUES (7, 'task 7', 6, 1, 1, 1, 1768035600, 1768035600, 1768046340, 0, 1);
-- want 8 blocked task 8
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped", "needs") VALUES (8, 'task 8', 7, 1, 1, 1, 1768035600, 1768035600, 0, 0, '["build"]');
-- want 9 active task 9
INSERT INTO "action_run_job" ("id", "name", "status", "run_id", "repo_id", "attempt", "created", "updated", "started", "stopped") VALUES (9, 'task 9', 8, 1, 1, 1, 1768035600, 1768035600, 0, 0);
