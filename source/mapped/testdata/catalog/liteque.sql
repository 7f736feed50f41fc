-- The tables of Liteque with the columns that matter here; names and types are from
-- github.com/karakeep-app/liteque 8ce63c8: src/schema.ts, src/queue.ts.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE tasks (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, queue text NOT NULL, payload text NOT NULL, createdAt integer NOT NULL, status text DEFAULT 'pending' NOT NULL, expireAt integer, allocationId text NOT NULL, numRunsLeft integer NOT NULL, maxNumRuns integer NOT NULL, idempotencyKey text, priority integer DEFAULT 0 NOT NULL, availableAt integer);

-- want 1 queued mail
INSERT INTO "tasks" ("id", "status", "queue", "payload", "createdAt", "allocationId", "numRunsLeft", "maxNumRuns") VALUES (1, 'pending', 'mail', '{}', 1768035600, 'a', 3, 3);
-- want 2 scheduled mail
INSERT INTO "tasks" ("id", "status", "queue", "payload", "createdAt", "allocationId", "numRunsLeft", "maxNumRuns", "availableAt") VALUES (2, 'pending', 'mail', '{}', 1768035600, 'a', 3, 3, 1768050000000);
-- want 3 queued mail
INSERT INTO "tasks" ("id", "status", "queue", "payload", "createdAt", "allocationId", "numRunsLeft", "maxNumRuns") VALUES (3, 'pending_retry', 'mail', '{}', 1768035600, 'a', 2, 3);
-- want 4 active mail
INSERT INTO "tasks" ("id", "status", "queue", "payload", "createdAt", "allocationId", "numRunsLeft", "maxNumRuns", "expireAt") VALUES (4, 'running', 'mail', '{}', 1768035600, 'a', 3, 3, 1768050000);
-- want 5 failed mail
INSERT INTO "tasks" ("id", "status", "queue", "payload", "createdAt", "allocationId", "numRunsLeft", "maxNumRuns") VALUES (5, 'failed', 'mail', '{}', 1768035600, 'a', 0, 3);
