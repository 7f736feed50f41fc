-- The tables of orch with the columns that matter here; names and types are from
-- github.com/gabrielkoerich/orch e6f358e: src/db.rs, src/engine/tasks.rs.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE internal_tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, body TEXT DEFAULT '', status TEXT DEFAULT 'new', source TEXT NOT NULL, source_id TEXT DEFAULT '', agent TEXT, block_reason TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE internal_task_results (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL, summary TEXT DEFAULT '', status TEXT DEFAULT '', reason TEXT DEFAULT '', files_changed TEXT DEFAULT '[]');
CREATE TABLE jobs (id TEXT PRIMARY KEY, schedule TEXT NOT NULL);

INSERT INTO "internal_task_results" ("task_id", "summary") VALUES (5, 'Added the flag.');
-- want 1 queued task 1
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at") VALUES (1, 'task 1', 'new', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 2 queued task 2
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at") VALUES (2, 'task 2', 'routed', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 3 active task 3
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at", "agent") VALUES (3, 'task 3', 'in_progress', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'claude');
-- want 4 active task 4
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at") VALUES (4, 'task 4', 'in_review', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 5 done task 5
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at") VALUES (5, 'task 5', 'done', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 6 blocked task 6
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at", "block_reason") VALUES (6, 'task 6', 'blocked', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'waiting on #3');
-- want 7 failed task 7
INSERT INTO "internal_tasks" ("id", "title", "status", "source", "created_at", "updated_at", "block_reason") VALUES (7, 'task 7', 'needs_review', 'manual', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'boom');
