-- The tables of Delayed::Job (Active Record) in PostgreSQL with the columns that matter here; names and types are from
-- github.com/collectiveidea/delayed_job_active_record: lib/generators/delayed_job/templates/migration.rb; delayed_job lib/delayed/worker.rb.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE delayed_jobs (id bigserial PRIMARY KEY, priority integer DEFAULT 0 NOT NULL, attempts integer DEFAULT 0 NOT NULL, handler text NOT NULL, last_error text, run_at timestamp, locked_at timestamp, failed_at timestamp, locked_by varchar, queue varchar, created_at timestamp, updated_at timestamp);

-- want 1 queued MailJob
INSERT INTO "delayed_jobs" ("id", "handler", "run_at", "priority", "created_at", "updated_at", "queue") VALUES (1, '--- !ruby/object:ActiveJob::QueueAdapters::DelayedJobAdapter::JobWrapper
job_data:
  job_class: MailJob
  job_id: 1
', '2026-01-10 09:00:00.250000', 0, '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'default');
-- want 2 scheduled Report
INSERT INTO "delayed_jobs" ("id", "handler", "run_at", "priority", "created_at", "updated_at", "queue") VALUES (2, '--- !ruby/object:Report
attributes:
  id: 1
', '2026-01-10 13:00:00.250000', 0, '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'default');
-- want 3 scheduled MailJob
INSERT INTO "delayed_jobs" ("id", "handler", "attempts", "last_error", "run_at", "priority", "created_at", "updated_at", "queue") VALUES (3, '--- !ruby/object:ActiveJob::QueueAdapters::DelayedJobAdapter::JobWrapper
job_data:
  job_class: MailJob
  job_id: 1
', 1, 'boom', '2026-01-10 13:00:00.250000', 0, '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'default');
-- want 4 active MailJob
INSERT INTO "delayed_jobs" ("id", "handler", "run_at", "locked_at", "locked_by", "priority", "created_at", "updated_at", "queue") VALUES (4, '--- !ruby/object:ActiveJob::QueueAdapters::DelayedJobAdapter::JobWrapper
job_data:
  job_class: MailJob
  job_id: 1
', '2026-01-10 09:00:00.250000', '2026-01-10 11:59:00.250000', 'host:h pid:9', 0, '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'default');
-- want 5 failed MailJob
INSERT INTO "delayed_jobs" ("id", "handler", "attempts", "last_error", "run_at", "failed_at", "priority", "created_at", "updated_at", "queue") VALUES (5, '--- !ruby/object:ActiveJob::QueueAdapters::DelayedJobAdapter::JobWrapper
job_data:
  job_class: MailJob
  job_id: 1
', 25, 'boom', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', 0, '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'default');
