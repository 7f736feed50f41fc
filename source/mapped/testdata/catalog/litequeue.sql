-- The tables of litequeue with the columns that matter here; names and types are from
-- github.com/litements/litequeue 108eb52: src/litequeue/__init__.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE "Queue" (data TEXT NOT NULL, message_id TEXT NOT NULL, status INTEGER NOT NULL, in_time INTEGER NOT NULL, lock_time INTEGER, done_time INTEGER);
CREATE UNIQUE INDEX "Queue_message_id_unique_idx" ON "Queue" (message_id);

-- want 0190-1 queued task 1
INSERT INTO "Queue" ("message_id", "data", "status", "in_time") VALUES ('0190-1', 'task 1', 0, 1768035600000000000);
-- want 0190-2 active task 2
INSERT INTO "Queue" ("message_id", "data", "status", "in_time", "lock_time") VALUES ('0190-2', 'task 2', 1, 1768035600000000000, 1768046340000000000);
-- want 0190-3 done task 3
INSERT INTO "Queue" ("message_id", "data", "status", "in_time", "lock_time", "done_time") VALUES ('0190-3', 'task 3', 2, 1768035600000000000, 1768036200000000000, 1768036800000000000);
-- want 0190-4 failed task 4
INSERT INTO "Queue" ("message_id", "data", "status", "in_time", "lock_time", "done_time") VALUES ('0190-4', 'task 4', 3, 1768035600000000000, 1768036200000000000, 1768036800000000000);
