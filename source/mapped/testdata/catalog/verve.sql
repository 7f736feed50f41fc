-- The tables of Verve with the columns that matter here; names and types are from
-- github.com/joshjon/verve: internal/sqlite/migrations/0001_create_tasks.up.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE task (id TEXT PRIMARY KEY, description TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', logs TEXT NOT NULL DEFAULT '[]', pull_request_url TEXT, pr_number INTEGER, depends_on TEXT NOT NULL DEFAULT '[]', close_reason TEXT, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL);

-- want tsk_1 queued task 1
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at") VALUES ('tsk_1', 'task 1', 'pending', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want tsk_2 blocked task 2
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at", "depends_on") VALUES ('tsk_2', 'task 2', 'pending', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '["tsk_3"]');
-- want tsk_3 active task 3
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at") VALUES ('tsk_3', 'task 3', 'running', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want tsk_4 done task 4
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at", "close_reason") VALUES ('tsk_4', 'task 4', 'review', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'Opened a pull request.');
-- want tsk_5 done task 5
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at") VALUES ('tsk_5', 'task 5', 'merged', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want tsk_6 cancelled task 6
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at") VALUES ('tsk_6', 'task 6', 'closed', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want tsk_7 failed task 7
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at", "logs") VALUES ('tsk_7', 'task 7', 'failed', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '["start", "boom"]');
-- want tsk_8 queued task 8
INSERT INTO "task" ("id", "description", "status", "created_at", "updated_at", "depends_on") VALUES ('tsk_8', 'task 8', 'pending', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '["tsk_5"]');
