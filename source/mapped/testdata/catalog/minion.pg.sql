-- The tables of Minion in PostgreSQL; names and types are from
-- CPAN Minion 10.25: resources/migrations/pg.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TYPE minion_state AS ENUM ('inactive', 'active', 'failed', 'finished');
CREATE TABLE minion_jobs (id bigserial NOT NULL PRIMARY KEY, args jsonb NOT NULL CHECK (jsonb_typeof(args) = 'array'), attempts int NOT NULL DEFAULT 1, created timestamptz NOT NULL DEFAULT now(), delayed timestamptz NOT NULL, finished timestamptz, notes jsonb CHECK (jsonb_typeof(notes) = 'object') NOT NULL DEFAULT '{}', parents bigint[] NOT NULL DEFAULT '{}', priority int NOT NULL DEFAULT 0, queue text NOT NULL DEFAULT 'default', result jsonb, retried timestamptz, retries int NOT NULL DEFAULT 0, started timestamptz, state minion_state NOT NULL DEFAULT 'inactive'::minion_state, task text NOT NULL, worker bigint, expires timestamptz, lax bool NOT NULL DEFAULT false);
CREATE TABLE minion_workers (id bigserial NOT NULL PRIMARY KEY, host text NOT NULL, inbox jsonb NOT NULL DEFAULT '[]', notified timestamptz NOT NULL DEFAULT now(), pid int NOT NULL, started timestamptz NOT NULL DEFAULT now(), status jsonb NOT NULL DEFAULT '{}');
CREATE FUNCTION minion_jobs_notify_workers() RETURNS trigger AS $$ BEGIN IF new.delayed <= now() THEN NOTIFY "minion.job"; END IF; RETURN NULL; END; $$ LANGUAGE plpgsql;
CREATE TRIGGER minion_jobs_notify_workers_trigger AFTER INSERT OR UPDATE OF retries ON minion_jobs FOR EACH ROW EXECUTE PROCEDURE minion_jobs_notify_workers();
INSERT INTO minion_workers (id, host, pid, started, notified) VALUES (1, 'vm', 71, '2026-01-10 08:00:00', '2026-01-10 11:59:30');

-- want 1 queued task 1
INSERT INTO minion_jobs (id, task, state, args, created, delayed) VALUES (1, 'task 1', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 2 scheduled task 2
INSERT INTO minion_jobs (id, task, state, args, created, delayed) VALUES (2, 'task 2', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 13:00:00');
-- want 3 active task 3
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, worker) VALUES (3, 'task 3', 'active', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 11:59:00', 1);
-- want 4 done task 4
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, finished, result, worker) VALUES (4, 'task 4', 'finished', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '"delivered"', 1);
-- want 5 failed task 5
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, finished, result, worker) VALUES (5, 'task 5', 'failed', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '"no such mailbox"', 1);
-- want 6 scheduled task 6
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, finished, result, worker, retries, attempts, retried) VALUES (6, 'task 6', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 12:10:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '"no such mailbox"', 1, 1, 2, '2026-01-10 09:20:00');
-- want 7 queued task 7
INSERT INTO minion_jobs (id, task, state, args, created, delayed, parents) VALUES (7, 'task 7', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '{4,5}');
-- want 8 queued task 8
INSERT INTO minion_jobs (id, task, state, args, created, delayed, parents, lax) VALUES (8, 'task 8', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '{4,5}', true);
