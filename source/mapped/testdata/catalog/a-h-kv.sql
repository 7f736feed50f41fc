-- The tables of a-h/kv tasks with the columns that matter here; names and types are from
-- github.com/a-h/kv: sqlitekv/migrations/004_add_tasks.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE kv (key text primary key, version integer not null, value jsonb not null, type text not null, created text not null);
CREATE TABLE tasks (id text primary key, name text not null, payload text not null, status text not null default 'pending', created text not null, scheduled_for text not null, started_at text, completed_at text, last_error text not null default '', retry_count integer not null default 0, max_retries integer not null default 3, timeout_seconds integer not null default 300, locked_by text not null default '', locked_at text, lock_expires_at text);

-- want k1 queued task 1
INSERT INTO "tasks" ("id", "name", "status", "payload", "created", "scheduled_for") VALUES ('k1', 'task 1', 'pending', '{}', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want k2 scheduled task 2
INSERT INTO "tasks" ("id", "name", "status", "payload", "created", "scheduled_for") VALUES ('k2', 'task 2', 'pending', '{}', '2026-01-10T09:00:00Z', '2026-01-10T13:00:00Z');
-- want k3 active task 3
INSERT INTO "tasks" ("id", "name", "status", "payload", "created", "scheduled_for", "locked_by", "lock_expires_at") VALUES ('k3', 'task 3', 'running', '{}', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'w', '2026-01-10T13:00:00Z');
-- want k4 done task 4
INSERT INTO "tasks" ("id", "name", "status", "payload", "created", "scheduled_for", "completed_at") VALUES ('k4', 'task 4', 'completed', '{}', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:20:00Z');
-- want k5 failed task 5
INSERT INTO "tasks" ("id", "name", "status", "payload", "created", "scheduled_for", "last_error") VALUES ('k5', 'task 5', 'failed', '{}', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'boom');
-- want k6 cancelled task 6
INSERT INTO "tasks" ("id", "name", "status", "payload", "created", "scheduled_for") VALUES ('k6', 'task 6', 'cancelled', '{}', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
