-- The tables of GoodJob in PostgreSQL with the columns that matter here; names and types are from
-- github.com/bensheldon/good_job 4.x: lib/generators/good_job/templates/install/migrations/create_good_jobs.rb.erb, app/models/good_job/job.rb.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE good_jobs (id uuid PRIMARY KEY, queue_name text, priority integer, serialized_params jsonb, scheduled_at timestamp, performed_at timestamp, finished_at timestamp, error text, created_at timestamp NOT NULL, updated_at timestamp NOT NULL, active_job_id uuid, concurrency_key text, cron_key text, retried_good_job_id uuid, cron_at timestamp, executions_count integer, job_class text, locked_by_id uuid, locked_at timestamp);
CREATE TABLE good_job_processes (id uuid PRIMARY KEY, created_at timestamp NOT NULL, updated_at timestamp NOT NULL, state jsonb);

-- want 00000000-0000-4000-8000-000000000001 queued MailJob
INSERT INTO "good_jobs" ("id", "queue_name", "serialized_params", "scheduled_at", "created_at", "updated_at", "executions_count") VALUES ('00000000-0000-4000-8000-000000000001', 'default', '{"job_class": "MailJob", "arguments": [1]}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 0);
-- want 00000000-0000-4000-8000-000000000002 scheduled MailJob
INSERT INTO "good_jobs" ("id", "queue_name", "serialized_params", "scheduled_at", "created_at", "updated_at", "executions_count") VALUES ('00000000-0000-4000-8000-000000000002', 'default', '{"job_class": "MailJob", "arguments": [1]}', '2026-01-10 13:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 0);
-- want 00000000-0000-4000-8000-000000000003 scheduled MailJob
INSERT INTO "good_jobs" ("id", "queue_name", "serialized_params", "scheduled_at", "created_at", "updated_at", "executions_count", "error") VALUES ('00000000-0000-4000-8000-000000000003', 'default', '{"job_class": "MailJob", "arguments": [1]}', '2026-01-10 13:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 1, 'RuntimeError: boom');
-- want 00000000-0000-4000-8000-000000000004 active MailJob
INSERT INTO "good_jobs" ("id", "queue_name", "serialized_params", "scheduled_at", "created_at", "updated_at", "executions_count", "performed_at", "locked_by_id") VALUES ('00000000-0000-4000-8000-000000000004', 'default', '{"job_class": "MailJob", "arguments": [1]}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 0, '2026-01-10 11:59:00', '00000000-0000-4000-8000-000000000099');
-- want 00000000-0000-4000-8000-000000000005 done MailJob
INSERT INTO "good_jobs" ("id", "queue_name", "serialized_params", "scheduled_at", "created_at", "updated_at", "executions_count", "performed_at", "finished_at") VALUES ('00000000-0000-4000-8000-000000000005', 'default', '{"job_class": "MailJob", "arguments": [1]}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 0, '2026-01-10 09:10:00', '2026-01-10 09:20:00');
-- want 00000000-0000-4000-8000-000000000006 failed MailJob
INSERT INTO "good_jobs" ("id", "queue_name", "serialized_params", "scheduled_at", "created_at", "updated_at", "executions_count", "performed_at", "finished_at", "error") VALUES ('00000000-0000-4000-8000-000000000006', 'default', '{"job_class": "MailJob", "arguments": [1]}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 5, '2026-01-10 09:10:00', '2026-01-10 09:20:00', 'RuntimeError: boom');
INSERT INTO "good_jobs" ("id", "queue_name", "retried_good_job_id", "created_at", "updated_at") VALUES ('00000000-0000-4000-8000-000000000050', 'default', '00000000-0000-4000-8000-000000000003', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
INSERT INTO "good_job_processes" ("id", "created_at", "updated_at", "state") VALUES ('00000000-0000-4000-8000-000000000099', '2026-01-10 09:00:00', '2026-01-10 11:59:00', '{"hostname": "h"}');
