-- The tables of Woodpecker CI with the columns that matter here; names and types are from
-- github.com/woodpecker-ci/woodpecker: server/model/pipeline.go, server/model/const.go, server/model/step.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE pipelines (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, repo_id INTEGER, number INTEGER, author TEXT, event TEXT, status TEXT, errors TEXT, created INTEGER NOT NULL DEFAULT 0, updated INTEGER NOT NULL DEFAULT 0, started INTEGER, finished INTEGER, branch TEXT, title TEXT, message TEXT, parent INTEGER);
CREATE TABLE workflows (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, pipeline_id INTEGER, name TEXT, state TEXT, error TEXT);
CREATE TABLE steps (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, pipeline_id INTEGER, name TEXT, state TEXT, error TEXT, exit_code INTEGER);
CREATE TABLE tasks (id TEXT PRIMARY KEY NOT NULL, data BLOB);

INSERT INTO "steps" ("id", "pipeline_id", "name", "state", "exit_code") VALUES (1, 7, 'test', 'failure', 2);
-- want 1 queued task 1
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (1, 'task 1', 'created', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 2 queued task 2
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (2, 'task 2', 'pending', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 3 active task 3
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (3, 'task 3', 'running', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 1768046340, 0);
-- want 4 blocked task 4
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (4, 'task 4', 'blocked', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 5 done task 5
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (5, 'task 5', 'success', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 1768036800);
-- want 6 done task 6
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (6, 'task 6', 'skipped', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 7 failed task 7
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (7, 'task 7', 'failure', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 1768036800);
-- want 8 failed task 8
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (8, 'task 8', 'error', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 9 cancelled task 9
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (9, 'task 9', 'killed', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 10 cancelled task 10
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (10, 'task 10', 'canceled', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
-- want 11 cancelled task 11
INSERT INTO "pipelines" ("id", "message", "status", "repo_id", "number", "author", "event", "branch", "created", "updated", "started", "finished") VALUES (11, 'task 11', 'declined', 1, 1, 'ann', 'push', 'main', 1768035600, 1768035600, 0, 0);
