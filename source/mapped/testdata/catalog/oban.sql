-- The tables of Oban with the columns that matter here; names and types are from
-- github.com/oban-bg/oban 2939e31: lib/oban/migrations/sqlite.ex and postgres, lib/oban/job.ex, lib/oban/engines/lite.ex.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE oban_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, state TEXT NOT NULL DEFAULT 'available', queue TEXT NOT NULL DEFAULT 'default', worker TEXT NOT NULL, args TEXT NOT NULL DEFAULT '{}', meta TEXT NOT NULL DEFAULT '{}', tags TEXT NOT NULL DEFAULT '[]', errors TEXT NOT NULL DEFAULT '[]', attempt INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 20, priority INTEGER NOT NULL DEFAULT 0, inserted_at TEXT NOT NULL, scheduled_at TEXT NOT NULL, attempted_at TEXT, attempted_by TEXT NOT NULL DEFAULT '[]', cancelled_at TEXT, completed_at TEXT, discarded_at TEXT);

-- want 1 queued task 1
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at") VALUES (1, 'task 1', 'available', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 2 scheduled task 2
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at") VALUES (2, 'task 2', 'scheduled', '2026-01-10T09:00:00Z', '2026-01-10T13:00:00Z');
-- want 3 scheduled task 3
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "errors") VALUES (3, 'task 3', 'retryable', '2026-01-10T09:00:00Z', '2026-01-10T13:00:00Z', 1, '[{"attempt": 1, "error": "** (RuntimeError) boom"}]');
-- want 4 blocked task 4
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at") VALUES (4, 'task 4', 'suspended', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want 5 active task 5
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "attempted_at", "attempted_by") VALUES (5, 'task 5', 'executing', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 1, '2026-01-10T11:59:00Z', '["app@host", "uuid"]');
-- want 6 done task 6
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "attempted_at", "completed_at") VALUES (6, 'task 6', 'completed', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 1, '2026-01-10T09:10:00Z', '2026-01-10T09:20:00Z');
-- want 7 failed task 7
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "attempt", "attempted_at", "discarded_at", "errors") VALUES (7, 'task 7', 'discarded', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 20, '2026-01-10T09:10:00Z', '2026-01-10T09:20:00Z', '[{"attempt": 20, "error": "** (RuntimeError) boom"}]');
-- want 8 cancelled task 8
INSERT INTO "oban_jobs" ("id", "worker", "state", "inserted_at", "scheduled_at", "cancelled_at") VALUES (8, 'task 8', 'cancelled', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', '2026-01-10T09:20:00Z');
