-- The tables of River in PostgreSQL; names and types are from
-- github.com/riverqueue/river v0.51: riverdriver/riverpgxv5/migration/main.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TYPE river_job_state AS ENUM ('available', 'cancelled', 'completed', 'discarded', 'pending', 'retryable', 'running', 'scheduled');
CREATE TABLE river_job (id bigserial PRIMARY KEY, state river_job_state NOT NULL DEFAULT 'available', attempt smallint NOT NULL DEFAULT 0, max_attempts smallint NOT NULL DEFAULT 25, attempted_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), finalized_at timestamptz, scheduled_at timestamptz NOT NULL DEFAULT now(), priority smallint NOT NULL DEFAULT 1, args jsonb NOT NULL DEFAULT '{}', attempted_by text[], errors jsonb[], kind text NOT NULL, metadata jsonb NOT NULL DEFAULT '{}', queue text NOT NULL DEFAULT 'default', tags varchar(255)[] NOT NULL DEFAULT '{}', unique_key bytea, unique_states bit(8), CONSTRAINT finalized_or_finalized_at_null CHECK ((finalized_at IS NULL AND state NOT IN ('cancelled', 'completed', 'discarded')) OR (finalized_at IS NOT NULL AND state IN ('cancelled', 'completed', 'discarded'))));

-- want 1 queued task 1
INSERT INTO river_job (id, kind, state, args, created_at, scheduled_at) VALUES (1, 'task 1', 'available', '{"a": 1}', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 2 blocked task 2
INSERT INTO river_job (id, kind, state, args, created_at, scheduled_at) VALUES (2, 'task 2', 'pending', '{"a": 1}', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 3 scheduled task 3
INSERT INTO river_job (id, kind, state, created_at, scheduled_at, tags) VALUES (3, 'task 3', 'scheduled', '2026-01-10 09:00:00', '2026-01-10 13:00:00', '{a,"b c"}');
-- want 4 scheduled task 4
INSERT INTO river_job (id, kind, state, created_at, scheduled_at, attempt, attempted_at, attempted_by, errors) VALUES (4, 'task 4', 'retryable', '2026-01-10 09:00:00', '2026-01-10 13:00:00', 1, '2026-01-10 09:10:00.123456', '{client}', ARRAY['{"at": "2026-01-10T09:20:00Z", "error": "boom", "trace": "", "attempt": 1}']::jsonb[]);
-- want 5 active task 5
INSERT INTO river_job (id, kind, state, created_at, scheduled_at, attempt, attempted_at, attempted_by) VALUES (5, 'task 5', 'running', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 1, '2026-01-10 11:59:00', '{client}');
-- want 6 done task 6
INSERT INTO river_job (id, kind, state, created_at, scheduled_at, attempt, attempted_at, finalized_at, unique_key, unique_states) VALUES (6, 'task 6', 'completed', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 1, '2026-01-10 09:10:00', '2026-01-10 09:20:00', '\x00ff', B'10101010');
-- want 7 cancelled task 7
INSERT INTO river_job (id, kind, state, created_at, scheduled_at, finalized_at, metadata) VALUES (7, 'task 7', 'cancelled', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:20:00', '{"cancel_attempted_at": "2026-01-10T09:20:00Z"}');
-- want 8 failed task 8
INSERT INTO river_job (id, kind, state, created_at, scheduled_at, attempt, max_attempts, attempted_at, finalized_at, errors) VALUES (8, 'task 8', 'discarded', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 25, 25, '2026-01-10 09:10:00', '2026-01-10 09:20:00', ARRAY['{"error": "a \"quoted\" word"}']::jsonb[]);
