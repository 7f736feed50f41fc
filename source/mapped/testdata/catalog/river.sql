-- The tables of River with the columns that matter here; names and types are from
-- github.com/riverqueue/river v0.51: riverdriver/riversqlite/migration/main, rivertype/river_type.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE river_job (id integer PRIMARY KEY, args blob NOT NULL, attempt integer NOT NULL DEFAULT 0, attempted_at timestamp, attempted_by blob, created_at timestamp NOT NULL, errors blob, finalized_at timestamp, kind text NOT NULL, max_attempts integer NOT NULL DEFAULT 25, metadata blob, priority integer NOT NULL DEFAULT 1, queue text NOT NULL DEFAULT 'default', state text NOT NULL DEFAULT 'available', scheduled_at timestamp NOT NULL, tags blob, unique_key blob, unique_states integer, CHECK ((finalized_at IS NULL) = (state NOT IN ('cancelled', 'completed', 'discarded'))));
CREATE TABLE river_migration (line text, version integer);

-- want 1 queued task 1
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at") VALUES (1, 'task 1', 'available', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 2 scheduled task 2
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at") VALUES (2, 'task 2', 'available', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 13:00:00');
-- want 3 blocked task 3
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at") VALUES (3, 'task 3', 'pending', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 4 scheduled task 4
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at") VALUES (4, 'task 4', 'scheduled', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 13:00:00');
-- want 5 scheduled task 5
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at", "attempt", "errors") VALUES (5, 'task 5', 'retryable', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 13:00:00', 2, jsonb('[{"attempt": 1, "error": "no route"}, {"attempt": 2, "error": "no route to host"}]'));
-- want 6 active task 6
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at", "attempt", "attempted_at", "attempted_by") VALUES (6, 'task 6', 'running', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 09:00:00', 1, '2026-01-10 11:59:00', '["host_1"]');
-- want 7 done task 7
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at", "attempt", "attempted_at", "finalized_at") VALUES (7, 'task 7', 'completed', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 09:00:00', 1, '2026-01-10 09:10:00', '2026-01-10 09:20:00');
-- want 8 failed task 8
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at", "attempt", "attempted_at", "finalized_at", "errors") VALUES (8, 'task 8', 'discarded', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 09:00:00', 25, '2026-01-10 09:10:00', '2026-01-10 09:20:00', jsonb('[{"attempt": 25, "error": "no route to host"}]'));
-- want 9 cancelled task 9
INSERT INTO "river_job" ("id", "kind", "state", "args", "created_at", "scheduled_at", "finalized_at") VALUES (9, 'task 9', 'cancelled', jsonb('{"a": 1}'), '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
