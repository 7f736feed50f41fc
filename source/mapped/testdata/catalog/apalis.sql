-- The tables of Apalis (SQLite) with the columns that matter here; names and types are from
-- github.com/apalis-dev/apalis-sqlite 1fe107e: migrations, queries/task.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE Workers (id TEXT NOT NULL UNIQUE, worker_type TEXT NOT NULL, storage_name TEXT NOT NULL, last_seen INTEGER NOT NULL);
CREATE TABLE Jobs (job BLOB NOT NULL, id TEXT NOT NULL PRIMARY KEY, job_type TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'Pending', attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 25, run_at INTEGER NOT NULL, last_result TEXT, lock_at INTEGER, lock_by TEXT, done_at INTEGER, priority INTEGER NOT NULL DEFAULT 0);

INSERT INTO "Workers" ("id", "worker_type", "storage_name", "last_seen") VALUES ('w1', 'x', 's', 1768046340);
-- want 01J1 queued task 1
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at") VALUES ('01J1', 'task 1', 'Pending', X'7B7D', 1768035600);
-- want 01J2 scheduled task 2
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at") VALUES ('01J2', 'task 2', 'Pending', X'7B7D', 1768050000);
-- want 01J3 queued task 3
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at") VALUES ('01J3', 'task 3', 'Queued', X'7B7D', 1768035600);
-- want 01J4 active task 4
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at", "lock_by", "lock_at") VALUES ('01J4', 'task 4', 'Running', X'7B7D', 1768035600, 'w1', 1768046340);
-- want 01J5 done task 5
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at", "last_result", "done_at") VALUES ('01J5', 'task 5', 'Done', X'7B7D', 1768035600, '{"Ok": "sent"}', 1768036800);
-- want 01J6 failed task 6
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at", "attempts", "last_result", "done_at") VALUES ('01J6', 'task 6', 'Failed', X'7B7D', 1768035600, 25, '{"Err": "boom"}', 1768036800);
-- want 01J7 scheduled task 7
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at", "attempts", "last_result") VALUES ('01J7', 'task 7', 'Failed', X'7B7D', 1768035600, 1, '{"Err": "boom"}');
-- want 01J8 failed task 8
INSERT INTO "Jobs" ("id", "job_type", "status", "job", "run_at", "done_at") VALUES ('01J8', 'task 8', 'Killed', X'7B7D', 1768035600, 1768036800);
