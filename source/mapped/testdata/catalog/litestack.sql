-- The tables of Litestack (Litejob) with the columns that matter here; names and types are from
-- github.com/oldmoe/litestack 3cc8677: lib/litestack/litequeue.sql.yml, lib/litestack/litejobqueue.rb.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE queue (id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, fire_at INTEGER NOT NULL, value TEXT, created_at INTEGER NOT NULL) WITHOUT ROWID;

-- want a queued MailJob
INSERT INTO "queue" ("id", "name", "fire_at", "value", "created_at") VALUES ('a', 'default', 1768035600, '{"klass": "MailJob"}', 1768035600);
-- want b scheduled MailJob
INSERT INTO "queue" ("id", "name", "fire_at", "value", "created_at") VALUES ('b', 'default', 1768050000, '{"klass": "MailJob"}', 1768035600);
-- want c failed MailJob
INSERT INTO "queue" ("id", "name", "fire_at", "value", "created_at") VALUES ('c', '_dead', 1768035600, '{"klass": "MailJob"}', 1768035600);
