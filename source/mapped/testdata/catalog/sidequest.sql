-- The tables of Sidequest with the columns that matter here; names and types are from
-- npm @sidequest/sqlite-backend 1.16: migrations; @sidequest/core: transitions.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE sidequest_queues (id integer not null primary key autoincrement, name varchar(255) not null, state varchar(255) not null);
CREATE TABLE sidequest_jobs (id integer not null primary key autoincrement, queue varchar(255) not null, class varchar(255) not null, script varchar(255) not null, args text not null, constructor_args text not null, result text, errors text, state varchar(255) not null, available_at datetime, inserted_at datetime not null, attempted_at datetime, completed_at datetime, failed_at datetime, canceled_at datetime, claimed_at datetime, claimed_by varchar(255), uniqueness_config text, attempt integer not null, max_attempts integer not null);

-- want 1 queued task 1
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts") VALUES (1, 'task 1', 'waiting', 'default', 'x', '[]', '[]', 1768035600000, 1768035600000, 0, 5);
-- want 2 scheduled task 2
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts") VALUES (2, 'task 2', 'waiting', 'default', 'x', '[]', '[]', 1768035600000, 1768050000000, 0, 5);
-- want 3 active task 3
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts", "claimed_by") VALUES (3, 'task 3', 'claimed', 'default', 'x', '[]', '[]', 1768035600000, 1768035600000, 0, 5, 'w');
-- want 4 active task 4
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts", "attempted_at") VALUES (4, 'task 4', 'running', 'default', 'x', '[]', '[]', 1768035600000, 1768035600000, 0, 5, 1768046340000);
-- want 5 done task 5
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts", "completed_at") VALUES (5, 'task 5', 'completed', 'default', 'x', '[]', '[]', 1768035600000, 1768035600000, 0, 5, 1768036800000);
-- want 6 failed task 6
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts", "failed_at", "errors") VALUES (6, 'task 6', 'failed', 'default', 'x', '[]', '[]', 1768035600000, 1768035600000, 0, 5, 1768036800000, '[{"message": "boom"}]');
-- want 7 cancelled task 7
INSERT INTO "sidequest_jobs" ("id", "class", "state", "queue", "script", "args", "constructor_args", "inserted_at", "available_at", "attempt", "max_attempts", "canceled_at") VALUES (7, 'task 7', 'canceled', 'default', 'x', '[]', '[]', 1768035600000, 1768035600000, 0, 5, 1768036800000);
