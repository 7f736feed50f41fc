-- The tables of Yii 2 queue (db driver) with the columns that matter here; names and types are from
-- github.com/yiisoft/yii2-queue 032da07: src/drivers/db/Queue.php.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE queue (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, channel varchar(255) NOT NULL, job blob NOT NULL, pushed_at integer NOT NULL, ttr integer NOT NULL, delay integer NOT NULL DEFAULT 0, priority integer NOT NULL DEFAULT 1024, reserved_at integer, attempt integer, done_at integer);

-- want 1 queued default
INSERT INTO "queue" ("id", "channel", "job", "pushed_at", "ttr", "priority") VALUES (1, 'default', X'4F3A31', 1768035600, 300, 1024);
-- want 2 scheduled default
INSERT INTO "queue" ("id", "channel", "job", "pushed_at", "ttr", "priority", "delay") VALUES (2, 'default', X'4F3A31', 1768035600, 300, 1024, 14400);
-- want 3 active default
INSERT INTO "queue" ("id", "channel", "job", "pushed_at", "ttr", "priority", "reserved_at", "attempt") VALUES (3, 'default', X'4F3A31', 1768035600, 300, 1024, 1768046340, 1);
-- want 4 done default
INSERT INTO "queue" ("id", "channel", "job", "pushed_at", "ttr", "priority", "reserved_at", "attempt", "done_at") VALUES (4, 'default', X'4F3A31', 1768035600, 300, 1024, 1768036200, 1, 1768036800);
-- want 5 queued app\jobs\Send
INSERT INTO "queue" ("id", "channel", "job", "pushed_at", "ttr", "priority") VALUES (5, 'default', CAST('O:13:"app\jobs\Send":1:{s:2:"to";s:1:"x";}' AS BLOB), 1768035600, 300, 1024);
-- want 6 queued app\jobs\Fold
INSERT INTO "queue" ("id", "channel", "job", "pushed_at", "ttr", "priority") VALUES (6, 'default', CAST('{"class":"app\\jobs\\Fold","to":"x"}' AS BLOB), 1768035600, 300, 1024);
