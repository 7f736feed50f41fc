-- The tables of bunqueue with the columns that matter here; names and types are from
-- npm bunqueue 2.9: dist/infrastructure/persistence/schema.js, sqliteSerializer.js.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE jobs (id TEXT PRIMARY KEY, queue TEXT NOT NULL, name TEXT, data BLOB NOT NULL, priority INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, run_at INTEGER NOT NULL, started_at INTEGER, completed_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 3, backoff INTEGER NOT NULL DEFAULT 1000, unique_key TEXT, custom_id TEXT, parent_id TEXT, children_ids BLOB, state TEXT NOT NULL DEFAULT 'waiting', remove_on_complete INTEGER DEFAULT 0, stall_timeout INTEGER, last_heartbeat INTEGER);
CREATE TABLE job_results (job_id TEXT PRIMARY KEY, result BLOB, completed_at INTEGER NOT NULL);
CREATE TABLE dlq (id INTEGER PRIMARY KEY AUTOINCREMENT, job_id TEXT NOT NULL, queue TEXT NOT NULL, entry BLOB NOT NULL);

-- want 0190-1 queued task 1
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at") VALUES ('0190-1', 'task 1', 'waiting', 'mail', X'80', 1768035600000, 1768035600000);
-- want 0190-2 queued task 2
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at") VALUES ('0190-2', 'task 2', 'prioritized', 'mail', X'80', 1768035600000, 1768035600000);
-- want 0190-3 scheduled task 3
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at") VALUES ('0190-3', 'task 3', 'delayed', 'mail', X'80', 1768035600000, 1768050000000);
-- want 0190-4 blocked task 4
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at") VALUES ('0190-4', 'task 4', 'waiting-children', 'mail', X'80', 1768035600000, 1768035600000);
-- want 0190-5 active task 5
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at", "started_at", "last_heartbeat") VALUES ('0190-5', 'task 5', 'active', 'mail', X'80', 1768035600000, 1768035600000, 1768036200000, 1768046340000);
-- want 0190-6 done task 6
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at", "completed_at") VALUES ('0190-6', 'task 6', 'completed', 'mail', X'80', 1768035600000, 1768035600000, 1768036800000);
-- want 0190-7 failed task 7
INSERT INTO "jobs" ("id", "name", "state", "queue", "data", "created_at", "run_at") VALUES ('0190-7', 'task 7', 'failed', 'mail', X'80', 1768035600000, 1768035600000);
