-- The tables of Solid Queue in PostgreSQL with the columns that matter here; names and types are from
-- github.com/rails/solid_queue 2170475: lib/generators/solid_queue/install/templates/db/queue_schema.rb, app/models/solid_queue/job/executable.rb.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE solid_queue_jobs (id bigserial PRIMARY KEY, queue_name varchar NOT NULL, class_name varchar NOT NULL, arguments text, priority integer DEFAULT 0 NOT NULL, active_job_id varchar, scheduled_at timestamp(6), finished_at timestamp(6), concurrency_key varchar, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE TABLE solid_queue_ready_executions (id bigserial PRIMARY KEY, job_id bigint NOT NULL, queue_name varchar NOT NULL, priority integer DEFAULT 0 NOT NULL, created_at timestamp(6) NOT NULL);
CREATE TABLE solid_queue_failed_executions (id bigserial PRIMARY KEY, job_id bigint NOT NULL, error text, created_at timestamp(6) NOT NULL);
CREATE TABLE solid_queue_claimed_executions (id bigserial PRIMARY KEY, job_id bigint NOT NULL, process_id bigint, created_at timestamp(6) NOT NULL);
CREATE TABLE solid_queue_blocked_executions (id bigserial PRIMARY KEY, job_id bigint NOT NULL, queue_name varchar NOT NULL, priority integer DEFAULT 0 NOT NULL, concurrency_key varchar NOT NULL, expires_at timestamp(6) NOT NULL, created_at timestamp(6) NOT NULL);
CREATE TABLE solid_queue_scheduled_executions (id bigserial PRIMARY KEY, job_id bigint NOT NULL, queue_name varchar NOT NULL, priority integer DEFAULT 0 NOT NULL, scheduled_at timestamp(6) NOT NULL, created_at timestamp(6) NOT NULL);
CREATE TABLE solid_queue_processes (id bigserial PRIMARY KEY, kind varchar NOT NULL, last_heartbeat_at timestamp(6) NOT NULL, pid integer NOT NULL, hostname varchar, name varchar NOT NULL, created_at timestamp(6) NOT NULL);

INSERT INTO "solid_queue_processes" ("id", "kind", "last_heartbeat_at", "pid", "hostname", "name", "created_at") VALUES (1, 'Worker', '2026-01-10 11:59:00.250000', 77, 'h', 'worker-77', '2026-01-10 09:00:00.250000');
-- want 1 queued Job1
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at") VALUES (1, 'default', 'Job1', '{"executions": 1}', 0, 'u1', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
INSERT INTO "solid_queue_ready_executions" ("job_id", "created_at", "queue_name") VALUES (1, '2026-01-10 09:10:00.250000', 'default');
-- want 2 scheduled Job2
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at", "scheduled_at") VALUES (2, 'default', 'Job2', '{"executions": 1}', 0, 'u2', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 13:00:00.250000');
INSERT INTO "solid_queue_scheduled_executions" ("job_id", "created_at", "queue_name", "scheduled_at") VALUES (2, '2026-01-10 09:10:00.250000', 'default', '2026-01-10 13:00:00.250000');
-- want 3 active Job3
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at") VALUES (3, 'default', 'Job3', '{"executions": 1}', 0, 'u3', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
INSERT INTO "solid_queue_claimed_executions" ("job_id", "created_at", "process_id") VALUES (3, '2026-01-10 09:10:00.250000', 1);
-- want 4 blocked Job4
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at", "concurrency_key") VALUES (4, 'default', 'Job4', '{"executions": 1}', 0, 'u4', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', 'k/1');
INSERT INTO "solid_queue_blocked_executions" ("job_id", "created_at", "queue_name", "concurrency_key", "expires_at") VALUES (4, '2026-01-10 09:10:00.250000', 'default', 'k/1', '2026-01-10 13:00:00.250000');
-- want 5 failed Job5
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at") VALUES (5, 'default', 'Job5', '{"executions": 1}', 0, 'u5', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
INSERT INTO "solid_queue_failed_executions" ("job_id", "created_at", "error") VALUES (5, '2026-01-10 09:10:00.250000', '{"exception_class": "RuntimeError", "message": "boom", "backtrace": []}');
-- want 6 done Job6
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at", "finished_at") VALUES (6, 'default', 'Job6', '{"executions": 1}', 0, 'u6', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000');
-- want 7 queued Job7
INSERT INTO "solid_queue_jobs" ("id", "queue_name", "class_name", "arguments", "priority", "active_job_id", "created_at", "updated_at") VALUES (7, 'default', 'Job7', '{"executions": 1}', 0, 'u7', '2026-01-10 09:00:00.250000', '2026-01-10 09:00:00.250000');
