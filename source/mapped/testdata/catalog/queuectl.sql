-- The tables of queuectl with the columns that matter here; names and types are from
-- github.com/Imbasava/Queue_Task_Manager: src/db/migrations.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE jobs (id TEXT PRIMARY KEY, command TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'pending', attempts INTEGER NOT NULL DEFAULT 0, max_retries INTEGER NOT NULL DEFAULT 3, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, run_after TEXT NOT NULL, last_error TEXT, worker_id TEXT, stdout TEXT, stderr TEXT);

-- want j1 queued task 1
INSERT INTO "jobs" ("id", "command", "state", "created_at", "updated_at", "run_after") VALUES ('j1', 'task 1', 'pending', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want j2 scheduled task 2
INSERT INTO "jobs" ("id", "command", "state", "created_at", "updated_at", "run_after") VALUES ('j2', 'task 2', 'pending', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T13:00:00Z');
-- want j3 active task 3
INSERT INTO "jobs" ("id", "command", "state", "created_at", "updated_at", "run_after", "worker_id") VALUES ('j3', 'task 3', 'processing', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'w1');
-- want j4 done task 4
INSERT INTO "jobs" ("id", "command", "state", "created_at", "updated_at", "run_after", "stdout") VALUES ('j4', 'task 4', 'completed', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'ok');
-- want j5 scheduled task 5
INSERT INTO "jobs" ("id", "command", "state", "created_at", "updated_at", "run_after", "last_error") VALUES ('j5', 'task 5', 'failed', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'exit 1');
-- want j6 failed task 6
INSERT INTO "jobs" ("id", "command", "state", "created_at", "updated_at", "run_after", "last_error") VALUES ('j6', 'task 6', 'dead', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'exit 1');
