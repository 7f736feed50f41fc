-- The tables of Huey (SQLite storage) with the columns that matter here; names and types are from
-- github.com/coleifer/huey 358bdc5: huey/storage.py SqliteStorage.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE kv (queue text not null, key text not null, value blob not null, primary key (queue, key));
CREATE TABLE schedule (id integer not null primary key, queue text not null, data blob not null, timestamp real not null);
CREATE TABLE task (id integer not null primary key, queue text not null, data blob not null, priority real not null default 0.0);

-- want task/1 queued app
INSERT INTO "task" ("id", "queue", "data") VALUES (1, 'app', X'8004');
-- want schedule/1 scheduled app
INSERT INTO "schedule" ("id", "queue", "data", "timestamp") VALUES (1, 'app', X'8004', 1768050000.25);
