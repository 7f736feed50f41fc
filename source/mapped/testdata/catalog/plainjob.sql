-- The tables of plainjob with the columns that matter here; names and types are from
-- npm plainjob 0.0.14: src/queue.ts, src/jobs.ts (github.com/justplainstuff/plainjob).
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE plainjob_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, data TEXT NOT NULL, status INTEGER DEFAULT 0 NOT NULL, failed_at INTEGER, error TEXT, next_run_at INTEGER, created_at INTEGER NOT NULL);
CREATE TABLE plainjob_scheduled_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL UNIQUE, status INTEGER DEFAULT 0 NOT NULL, next_run_at INTEGER);

-- want 1 queued task 1
INSERT INTO "plainjob_jobs" ("id", "type", "status", "data", "created_at", "next_run_at") VALUES (1, 'task 1', 0, '{}', 1768035600000, 1768035600000);
-- want 2 scheduled task 2
INSERT INTO "plainjob_jobs" ("id", "type", "status", "data", "created_at", "next_run_at") VALUES (2, 'task 2', 0, '{}', 1768035600000, 1768050000000);
-- want 3 active task 3
INSERT INTO "plainjob_jobs" ("id", "type", "status", "data", "created_at", "next_run_at") VALUES (3, 'task 3', 1, '{}', 1768035600000, 1768035600000);
-- want 4 done task 4
INSERT INTO "plainjob_jobs" ("id", "type", "status", "data", "created_at", "next_run_at") VALUES (4, 'task 4', 2, '{}', 1768035600000, 1768035600000);
-- want 5 failed task 5
INSERT INTO "plainjob_jobs" ("id", "type", "status", "data", "created_at", "next_run_at", "failed_at", "error") VALUES (5, 'task 5', 3, '{}', 1768035600000, 1768035600000, 1768036800000, 'boom');
