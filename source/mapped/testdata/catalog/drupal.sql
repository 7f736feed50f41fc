-- The tables of Drupal queue with the columns that matter here; names and types are from
-- Drupal core: core/lib/Drupal/Core/Queue/DatabaseQueue.php.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE queue (item_id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(255) NOT NULL DEFAULT '', data BLOB, expire INTEGER NOT NULL DEFAULT 0, created INTEGER NOT NULL DEFAULT 0);

-- want 1 queued cron
INSERT INTO "queue" ("item_id", "name", "data", "expire", "created") VALUES (1, 'cron', X'693A313B', 0, 1768035600);
-- want 2 active cron
INSERT INTO "queue" ("item_id", "name", "data", "expire", "created") VALUES (2, 'cron', X'693A313B', 1768050000, 1768035600);
-- want 3 queued cron
INSERT INTO "queue" ("item_id", "name", "data", "expire", "created") VALUES (3, 'cron', X'693A313B', 1768036200, 1768035600);
