-- The tables of persist-queue (SQLiteAckQueue) with the columns that matter here; names and types are from
-- github.com/peter-wangxu/persist-queue 4610732: persistqueue/sqlackqueue.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE ack_queue_default (_id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB, timestamp FLOAT, status INTEGER);

-- want 1 queued item 1
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (0, 1768035600.25, X'800478');
-- want 2 queued item 2
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (1, 1768035600.25, X'800478');
-- want 3 active item 3
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (2, 1768035600.25, X'800478');
-- want 4 done item 4
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (5, 1768035600.25, X'800478');
-- want 5 failed item 5
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (9, 1768035600.25, X'800478');
