-- The tables of Oban in PostgreSQL with the columns that matter here; names and types are from
-- github.com/oban-bg/oban 2939e31: lib/oban/migrations/sqlite.ex and postgres, lib/oban/job.ex, lib/oban/engines/lite.ex.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TYPE oban_job_state AS ENUM ('available', 'suspended', 'scheduled', 'executing', 'retryable', 'completed', 'discarded', 'cancelled');
CREATE TABLE oban_jobs (id bigserial PRIMARY KEY, state oban_job_state NOT NULL DEFAULT 'available', queue text NOT NULL DEFAULT 'default', worker text NOT NULL, args jsonb NOT NULL DEFAULT '{}', meta jsonb DEFAULT '{}', errors jsonb[] NOT NULL DEFAULT ARRAY[]::jsonb[], attempt integer NOT NULL DEFAULT 0, max_attempts integer NOT NULL DEFAULT 20, priority integer NOT NULL DEFAULT 0, inserted_at timestamp NOT NULL, scheduled_at timestamp NOT NULL, attempted_at timestamp, attempted_by text[], cancelled_at timestamp, completed_at timestamp, discarded_at timestamp);

-- want 1 queued task 1
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at") VALUES (1, 'task 1', 'available', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 2 scheduled task 2
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at") VALUES (2, 'task 2', 'scheduled', '2026-01-10T09:00:00Z', '2026-01-10T13:00:00Z');
-- want 3 scheduled task 3
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "errors") VALUES (3, 'task 3', 'retryable', '2026-01-10T09:00:00Z', '2026-01-10T13:00:00Z', 1, ARRAY['{"attempt": 1, "error": "** (RuntimeError) boom"}']::jsonb[]);
-- want 4 blocked task 4
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at") VALUES (4, 'task 4', 'suspended', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 5 active task 5
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "attempted_at", "attempted_by") VALUES (5, 'task 5', 'executing', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 1, '2026-01-10T11:59:00Z', ARRAY['app@host', 'uuid']::text[]);
-- want 6 done task 6
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "attempted_at", "completed_at") VALUES (6, 'task 6', 'completed', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 1, '2026-01-10T09:10:00Z', '2026-01-10T09:20:00Z');
-- want 7 failed task 7
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "attempted_at", "discarded_at", "errors") VALUES (7, 'task 7', 'discarded', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 20, '2026-01-10T09:10:00Z', '2026-01-10T09:20:00Z', ARRAY['{"attempt": 20, "error": "** (RuntimeError) boom"}']::jsonb[]);
-- want 8 cancelled task 8
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "cancelled_at") VALUES (8, 'task 8', 'cancelled', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:20:00Z');
