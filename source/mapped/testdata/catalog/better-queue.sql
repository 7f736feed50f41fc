-- The tables of better-queue (SQLite store) with the columns that matter here; names and types are from
-- npm better-queue-sqlite 1.0.7: index.js.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE task (id TEXT UNIQUE, lock TEXT, task TEXT, priority NUMERIC, added INTEGER PRIMARY KEY AUTOINCREMENT);

-- want a queued send
INSERT INTO "task" ("id", "lock", "task", "added") VALUES ('a', '', '{"title": "send"}', 1);
-- want b active b
INSERT INTO "task" ("id", "lock", "task", "added") VALUES ('b', 'w1', '7', 2);
