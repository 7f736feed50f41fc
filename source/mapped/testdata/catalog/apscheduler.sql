-- The tables of APScheduler 3 with the columns that matter here; names and types are from
-- github.com/agronholm/apscheduler 3.x: apscheduler/jobstores/sqlalchemy.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE apscheduler_jobs (id VARCHAR(191) NOT NULL PRIMARY KEY, next_run_time FLOAT, job_state BLOB NOT NULL);

-- want now queued now
INSERT INTO "apscheduler_jobs" ("id", "next_run_time", "job_state") VALUES ('now', 1768035600.25, X'80');
-- want later scheduled later
INSERT INTO "apscheduler_jobs" ("id", "next_run_time", "job_state") VALUES ('later', 1768050000.25, X'80');
-- want paused cancelled paused
INSERT INTO "apscheduler_jobs" ("id", "job_state") VALUES ('paused', X'80');
