-- The tables of persist-queue (SQLiteAckQueue) with the columns that matter here; names and types are from
-- github.com/peter-wangxu/persist-queue 4610732: persistqueue/sqlackqueue.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE ack_queue_default (_id INTEGER PRIMARY KEY AUTOINCREMENT, data BLOB, timestamp FLOAT, status INTEGER);

-- want 1 queued Write the report
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (0, 1768035600.25, X'80049514000000000000008C10577269746520746865207265706F7274942E');
-- want 2 queued {"task": "Fix the login", "repo": "shop"}
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (1, 1768035600.25, X'8004952A000000000000007D94288C047461736B948C0D46697820746865206C6F67696E948C047265706F948C0473686F7094752E');
-- want 3 active Tag the release
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (2, 1768035600.25, X'56546167207468652072656C656173650A70300A2E');
-- want 4 done 4
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (5, 1768035600.25, X'800478');
-- want 5 failed 5
INSERT INTO "ack_queue_default" ("status", "timestamp", "data") VALUES (9, 1768035600.25, X'800478');
