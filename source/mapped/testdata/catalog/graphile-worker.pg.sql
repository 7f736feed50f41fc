-- The tables of Graphile Worker in PostgreSQL with the columns that matter here; names and types are from
-- npm graphile-worker 0.18: sql/000011.sql to 000020.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE SCHEMA graphile_worker;
CREATE TABLE graphile_worker._private_tasks (id int PRIMARY KEY, identifier text NOT NULL);
CREATE TABLE graphile_worker._private_jobs (id bigint PRIMARY KEY, job_queue_id int, task_id int NOT NULL, payload json NOT NULL DEFAULT '{}', priority smallint NOT NULL DEFAULT 0, run_at timestamptz NOT NULL, attempts smallint NOT NULL DEFAULT 0, max_attempts smallint NOT NULL DEFAULT 25, last_error text, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, locked_at timestamptz, locked_by text);

INSERT INTO "graphile_worker"."_private_tasks" ("id", "identifier") VALUES (1, 'send_mail');
-- want 1 queued send_mail
INSERT INTO "graphile_worker"."_private_jobs" ("id", "task_id", "payload", "run_at", "created_at", "updated_at") VALUES (1, 1, '{}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 2 scheduled send_mail
INSERT INTO "graphile_worker"."_private_jobs" ("id", "task_id", "payload", "run_at", "created_at", "updated_at") VALUES (2, 1, '{}', '2026-01-10 13:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 3 scheduled send_mail
INSERT INTO "graphile_worker"."_private_jobs" ("id", "task_id", "payload", "run_at", "created_at", "updated_at", "attempts", "last_error") VALUES (3, 1, '{}', '2026-01-10 13:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 1, 'boom');
-- want 4 active send_mail
INSERT INTO "graphile_worker"."_private_jobs" ("id", "task_id", "payload", "run_at", "created_at", "updated_at", "locked_at", "locked_by", "attempts") VALUES (4, 1, '{}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 11:59:00', 'worker-1', 1);
-- want 5 failed send_mail
INSERT INTO "graphile_worker"."_private_jobs" ("id", "task_id", "payload", "run_at", "created_at", "updated_at", "attempts", "last_error") VALUES (5, 1, '{}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:20:00', 25, 'boom');
