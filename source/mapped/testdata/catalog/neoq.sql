-- The tables of Neoq (SQLite) with the columns that matter here; names and types are from
-- github.com/acaloiaro/neoq: backends/sqlite/migrations/1_create_db_tables.up.sql, internal/states.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE neoq_jobs (id integer primary key not null, fingerprint text, queue text, status text default "new", payload text, retries integer default 0, max_retries integer default 3, run_after datetime, deadline datetime, ran_at datetime, created_at datetime, error text);
CREATE TABLE neoq_dead_jobs (id integer primary key not null, fingerprint text, queue text, status text default "failed", payload text, retries integer, max_retries integer, run_after datetime, deadline datetime, ran_at datetime, created_at datetime, error text);

-- want neoq_jobs/1 queued mail
INSERT INTO "neoq_jobs" ("id", "fingerprint", "queue", "payload", "created_at", "status", "run_after") VALUES (1, 'f', 'mail', '{}', '2026-01-10 09:00:00', 'new', '2026-01-10 09:00:00');
-- want neoq_jobs/2 scheduled mail
INSERT INTO "neoq_jobs" ("id", "fingerprint", "queue", "payload", "created_at", "status", "run_after") VALUES (2, 'f', 'mail', '{}', '2026-01-10 09:00:00', 'new', '2026-01-10 13:00:00 +0000 UTC');
-- want neoq_jobs/3 done mail
INSERT INTO "neoq_jobs" ("id", "fingerprint", "queue", "payload", "created_at", "status", "ran_at") VALUES (3, 'f', 'mail', '{}', '2026-01-10 09:00:00', 'processed', '2026-01-10 09:20:00');
-- want neoq_jobs/4 scheduled mail
INSERT INTO "neoq_jobs" ("id", "fingerprint", "queue", "payload", "created_at", "status", "error", "run_after") VALUES (4, 'f', 'mail', '{}', '2026-01-10 09:00:00', 'failed', 'boom', '2026-01-10 13:00:00');
-- want neoq_dead_jobs/5 failed mail
INSERT INTO "neoq_dead_jobs" ("id", "fingerprint", "queue", "payload", "created_at", "error") VALUES (5, 'f', 'mail', '{}', '2026-01-10 09:00:00', 'boom');
