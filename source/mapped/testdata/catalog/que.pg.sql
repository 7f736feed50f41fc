-- The tables of Que in PostgreSQL with the columns that matter here; names and types are from
-- github.com/que-rb/que 2.x: lib/que/migrations/4/up.sql to 7/up.sql, lib/que/job_methods.rb.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE que_jobs (priority smallint NOT NULL DEFAULT 100, run_at timestamptz NOT NULL DEFAULT now(), id bigserial PRIMARY KEY, job_class text NOT NULL, error_count integer NOT NULL DEFAULT 0, last_error_message text, queue text NOT NULL DEFAULT 'default', last_error_backtrace text, finished_at timestamptz, expired_at timestamptz, args jsonb NOT NULL DEFAULT '[]', data jsonb NOT NULL DEFAULT '{}');

-- want 1 queued MailJob
INSERT INTO "que_jobs" ("id", "priority", "job_class", "args", "run_at", "queue") VALUES (1, 100, 'MailJob', '[1]', '2026-01-10 09:00:00', 'default');
-- want 2 scheduled MailJob
INSERT INTO "que_jobs" ("id", "priority", "job_class", "args", "run_at", "queue") VALUES (2, 100, 'MailJob', '[1]', '2026-01-10 13:00:00', 'default');
-- want 3 scheduled MailJob
INSERT INTO "que_jobs" ("id", "priority", "job_class", "args", "run_at", "queue", "error_count", "last_error_message") VALUES (3, 100, 'MailJob', '[1]', '2026-01-10 13:00:00', 'default', 2, 'boom');
-- want 4 done MailJob
INSERT INTO "que_jobs" ("id", "priority", "job_class", "args", "run_at", "queue", "finished_at") VALUES (4, 100, 'MailJob', '[1]', '2026-01-10 09:00:00', 'default', '2026-01-10 09:20:00');
-- want 5 failed MailJob
INSERT INTO "que_jobs" ("id", "priority", "job_class", "args", "run_at", "queue", "expired_at", "error_count", "last_error_message") VALUES (5, 100, 'MailJob', '[1]', '2026-01-10 09:00:00', 'default', '2026-01-10 09:20:00', 15, 'boom');
-- want 6 queued Welcome
INSERT INTO "que_jobs" ("id", "priority", "job_class", "args", "run_at", "queue") VALUES (6, 100, 'ActiveJob::QueueAdapters::QueAdapter::JobWrapper', '[{"job_class": "Welcome"}]', '2026-01-10 09:00:00', 'default');
