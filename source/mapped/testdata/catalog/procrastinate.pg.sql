-- The tables of Procrastinate in PostgreSQL with the columns that matter here; names and types are from
-- github.com/procrastinate-org/procrastinate 0177b9f: procrastinate/sql/schema.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TYPE procrastinate_job_status AS ENUM ('todo', 'doing', 'succeeded', 'failed', 'cancelled', 'aborting', 'aborted');
CREATE TYPE procrastinate_job_event_type AS ENUM ('deferred', 'started', 'deferred_for_retry', 'failed', 'succeeded', 'cancelled', 'abort_requested', 'aborted', 'scheduled', 'retried');
CREATE TABLE procrastinate_jobs (id bigserial PRIMARY KEY, queue_name varchar(128) NOT NULL, task_name varchar(128) NOT NULL, priority integer DEFAULT 0 NOT NULL, lock text, queueing_lock text, args jsonb DEFAULT '{}' NOT NULL, status procrastinate_job_status DEFAULT 'todo' NOT NULL, scheduled_at timestamptz, attempts integer DEFAULT 0 NOT NULL, worker_id bigint);
CREATE TABLE procrastinate_events (id bigserial PRIMARY KEY, job_id bigint NOT NULL, type procrastinate_job_event_type, at timestamptz);
CREATE TABLE procrastinate_workers (id bigserial PRIMARY KEY, last_heartbeat timestamptz NOT NULL);

-- want 1 queued app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status") VALUES (1, 'default', 'app.send', 'todo');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (1, 'deferred', '2026-01-10 09:00:00');
-- want 2 scheduled app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status", "scheduled_at") VALUES (2, 'default', 'app.send', 'todo', '2026-01-10 13:00:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (2, 'deferred', '2026-01-10 09:00:00');
-- want 3 active app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status") VALUES (3, 'default', 'app.send', 'doing');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (3, 'deferred', '2026-01-10 09:00:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (3, 'started', '2026-01-10 09:10:00');
-- want 4 active app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status") VALUES (4, 'default', 'app.send', 'aborting');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (4, 'deferred', '2026-01-10 09:00:00');
-- want 5 done app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status", "attempts") VALUES (5, 'default', 'app.send', 'succeeded', 1);
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (5, 'deferred', '2026-01-10 09:00:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (5, 'started', '2026-01-10 09:10:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (5, 'succeeded', '2026-01-10 09:20:00');
-- want 6 failed app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status", "attempts") VALUES (6, 'default', 'app.send', 'failed', 1);
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (6, 'deferred', '2026-01-10 09:00:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (6, 'started', '2026-01-10 09:10:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (6, 'failed', '2026-01-10 09:20:00');
-- want 7 cancelled app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status") VALUES (7, 'default', 'app.send', 'cancelled');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (7, 'deferred', '2026-01-10 09:00:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (7, 'cancelled', '2026-01-10 09:10:00');
-- want 8 cancelled app.send
INSERT INTO "procrastinate_jobs" ("id", "queue_name", "task_name", "status") VALUES (8, 'default', 'app.send', 'aborted');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (8, 'deferred', '2026-01-10 09:00:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (8, 'started', '2026-01-10 09:10:00');
INSERT INTO "procrastinate_events" ("job_id", "type", "at") VALUES (8, 'aborted', '2026-01-10 09:20:00');
