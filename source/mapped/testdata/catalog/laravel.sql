-- The tables of Laravel queue (database driver) with the columns that matter here; names and types are from
-- github.com/laravel/framework 06a3e2a: Illuminate/Queue/DatabaseQueue.php, Queue/Failed/DatabaseUuidFailedJobProvider.php, Queue/Console/stubs.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE jobs (id integer primary key autoincrement not null, queue varchar not null, payload text not null, attempts integer not null, reserved_at integer, available_at integer not null, created_at integer not null);
CREATE TABLE failed_jobs (id integer primary key autoincrement not null, uuid varchar not null, connection text not null, queue text not null, payload text not null, exception text not null, failed_at datetime not null default CURRENT_TIMESTAMP);
CREATE TABLE job_batches (id varchar not null primary key, name varchar not null);

-- want jobs/1 queued App\Jobs\Send
INSERT INTO "jobs" ("id", "queue", "payload", "attempts", "available_at", "created_at") VALUES (1, 'default', '{"displayName": "App\\Jobs\\Send", "maxTries": 3}', 0, 1768035600, 1768035600);
-- want jobs/2 scheduled App\Jobs\Later
INSERT INTO "jobs" ("id", "queue", "payload", "attempts", "available_at", "created_at") VALUES (2, 'default', '{"displayName": "App\\Jobs\\Later"}', 0, 1768050000, 1768035600);
-- want jobs/3 active App\Jobs\Now
INSERT INTO "jobs" ("id", "queue", "payload", "attempts", "reserved_at", "available_at", "created_at") VALUES (3, 'default', '{"displayName": "App\\Jobs\\Now"}', 1, 1768046340, 1768046340, 1768035600);
-- want failed_jobs/1 failed App\Jobs\Bad
INSERT INTO "failed_jobs" ("id", "uuid", "connection", "queue", "payload", "exception", "failed_at") VALUES (1, 'u1', 'database', 'default', '{"displayName": "App\\Jobs\\Bad"}', 'Exception: boom', '2026-01-10 09:20:00');
