-- The tables of goqite with the columns that matter here; names and types are from
-- maragu.dev/goqite v0.4.0: schema_sqlite.sql, goqite.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE goqite (id text primary key, created text not null, updated text not null, queue text not null, body blob not null, timeout text not null, received integer not null default 0, priority integer not null default 0) strict;

-- want m_1 queued jobs
INSERT INTO "goqite" ("id", "created", "updated", "queue", "body", "timeout", "received") VALUES ('m_1', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', X'7B226E223A20317D', '2026-01-10T09:00:00Z', 0);
-- want m_2 scheduled jobs
INSERT INTO "goqite" ("id", "created", "updated", "queue", "body", "timeout", "received") VALUES ('m_2', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', X'7B226E223A20317D', '2026-01-10T13:00:00Z', 0);
-- want m_3 active jobs
INSERT INTO "goqite" ("id", "created", "updated", "queue", "body", "timeout", "received") VALUES ('m_3', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', X'7B226E223A20317D', '2026-01-10T13:00:00Z', 1);
-- want m_4 failed jobs
INSERT INTO "goqite" ("id", "created", "updated", "queue", "body", "timeout", "received") VALUES ('m_4', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', X'7B226E223A20317D', '2026-01-10T09:00:00Z', 3);
-- want m_5 queued jobs
INSERT INTO "goqite" ("id", "created", "updated", "queue", "body", "timeout", "received") VALUES ('m_5', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', X'7B226E223A20317D', '2026-01-10T09:00:00Z', 1);
-- want m_6 active jobs
INSERT INTO "goqite" ("id", "created", "updated", "queue", "body", "timeout", "received") VALUES ('m_6', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z', 'jobs', X'7B226E223A20317D', '2026-01-10T13:00:00Z', 3);
