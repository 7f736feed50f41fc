-- The tables of Backlite with the columns that matter here; names and types are from
-- github.com/mikestefanello/backlite v0.6.0: internal/query/schema.sql, internal/task, dispatcher.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE backlite_tasks (id text PRIMARY KEY, created_at integer NOT NULL, queue text NOT NULL, task blob NOT NULL, wait_until integer, claimed_at integer, last_executed_at integer, attempts integer NOT NULL DEFAULT 0) STRICT;
CREATE TABLE backlite_tasks_completed (id text PRIMARY KEY NOT NULL, created_at integer NOT NULL, queue text NOT NULL, last_executed_at integer, attempts integer NOT NULL, last_duration_micro integer, succeeded integer, task blob, expires_at integer, error text) STRICT;

-- want backlite_tasks/a queued mail
INSERT INTO "backlite_tasks" ("id", "created_at", "queue", "task") VALUES ('a', 1768035600000, 'mail', X'7B7D');
-- want backlite_tasks/b scheduled mail
INSERT INTO "backlite_tasks" ("id", "created_at", "queue", "task", "wait_until") VALUES ('b', 1768035600000, 'mail', X'7B7D', 1768050000000);
-- want backlite_tasks/c active mail
INSERT INTO "backlite_tasks" ("id", "created_at", "queue", "task", "claimed_at", "attempts") VALUES ('c', 1768035600000, 'mail', X'7B7D', 1768046340000, 1);
-- want backlite_tasks_completed/d done mail
INSERT INTO "backlite_tasks_completed" ("id", "created_at", "queue", "last_executed_at", "attempts", "last_duration_micro", "succeeded") VALUES ('d', 1768035600000, 'mail', 1768036200000, 1, 2000000, 1);
-- want backlite_tasks_completed/e failed mail
INSERT INTO "backlite_tasks_completed" ("id", "created_at", "queue", "last_executed_at", "attempts", "succeeded", "error") VALUES ('e', 1768035600000, 'mail', 1768036200000, 3, 0, 'boom');
