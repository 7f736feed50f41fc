-- The tables of pg-boss in PostgreSQL with the columns that matter here; names and types are from
-- npm pg-boss 12: dist/plans.js createTableJob, resumeJobs, retryJobs.
-- The clock is 2026-01-10T12:00:00Z.

CREATE SCHEMA pgboss;
CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
CREATE TABLE pgboss.job (id uuid NOT NULL, name text NOT NULL, priority integer NOT NULL DEFAULT 0, data jsonb, state pgboss.job_state NOT NULL, retry_limit integer NOT NULL DEFAULT 2, retry_count integer NOT NULL DEFAULT 0, expire_seconds int NOT NULL DEFAULT 900, singleton_key text, start_after timestamptz NOT NULL, created_on timestamptz NOT NULL, started_on timestamptz, completed_on timestamptz, keep_until timestamptz NOT NULL DEFAULT now(), output jsonb, heartbeat_on timestamptz, blocked boolean NOT NULL DEFAULT false, PRIMARY KEY (name, id)) PARTITION BY LIST (name);
CREATE TABLE pgboss.version (version int PRIMARY KEY);
INSERT INTO pgboss.version VALUES (46);
CREATE TABLE pgboss.job_common PARTITION OF pgboss.job DEFAULT;

-- want 00000000-0000-4000-8000-000000000001 queued mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on") VALUES ('00000000-0000-4000-8000-000000000001', 'mail', '{}', 'created', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 00000000-0000-4000-8000-000000000002 scheduled mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on") VALUES ('00000000-0000-4000-8000-000000000002', 'mail', '{}', 'created', '2026-01-10 13:00:00', '2026-01-10 09:00:00');
-- want 00000000-0000-4000-8000-000000000003 blocked mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on", "blocked") VALUES ('00000000-0000-4000-8000-000000000003', 'mail', '{}', 'created', '2026-01-10 09:00:00', '2026-01-10 09:00:00', true);
-- want 00000000-0000-4000-8000-000000000004 scheduled mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on", "retry_count", "output") VALUES ('00000000-0000-4000-8000-000000000004', 'mail', '{}', 'retry', '2026-01-10 13:00:00', '2026-01-10 09:00:00', 1, '{"message": "boom"}');
-- want 00000000-0000-4000-8000-000000000005 active mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on", "started_on") VALUES ('00000000-0000-4000-8000-000000000005', 'mail', '{}', 'active', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 11:59:00');
-- want 00000000-0000-4000-8000-000000000006 done mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on", "started_on", "completed_on", "output") VALUES ('00000000-0000-4000-8000-000000000006', 'mail', '{}', 'completed', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '{"sent": true}');
-- want 00000000-0000-4000-8000-000000000007 cancelled mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on", "completed_on") VALUES ('00000000-0000-4000-8000-000000000007', 'mail', '{}', 'cancelled', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
-- want 00000000-0000-4000-8000-000000000008 failed mail
INSERT INTO "pgboss"."job" ("id", "name", "data", "state", "start_after", "created_on", "started_on", "completed_on", "retry_count", "output") VALUES ('00000000-0000-4000-8000-000000000008', 'mail', '{}', 'failed', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', 2, '{"message": "boom"}');
