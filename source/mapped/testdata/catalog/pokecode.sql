-- The tables of PokeCode with the columns that matter here; names and types are from
-- PokeCode: bundled migrations, drizzle table job_queue.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE job_queue (id text PRIMARY KEY NOT NULL, session_id text NOT NULL, prompt_id text NOT NULL, status text DEFAULT 'pending' NOT NULL, data text NOT NULL, attempts integer DEFAULT 0 NOT NULL, max_attempts integer DEFAULT 3 NOT NULL, created_at integer NOT NULL, started_at integer, completed_at integer, error text, next_retry_at integer);

-- want j1 queued fix it
INSERT INTO "job_queue" ("id", "status", "session_id", "prompt_id", "data", "created_at") VALUES ('j1', 'pending', 's', 'p', '{"prompt": "fix it"}', 1768035600);
-- want j2 scheduled fix it
INSERT INTO "job_queue" ("id", "status", "session_id", "prompt_id", "data", "created_at", "next_retry_at") VALUES ('j2', 'pending', 's', 'p', '{"prompt": "fix it"}', 1768035600, 1768050000);
-- want j3 active fix it
INSERT INTO "job_queue" ("id", "status", "session_id", "prompt_id", "data", "created_at", "started_at") VALUES ('j3', 'processing', 's', 'p', '{"prompt": "fix it"}', 1768035600, 1768046340);
-- want j4 done fix it
INSERT INTO "job_queue" ("id", "status", "session_id", "prompt_id", "data", "created_at", "completed_at") VALUES ('j4', 'completed', 's', 'p', '{"prompt": "fix it"}', 1768035600, 1768036800);
-- want j5 failed fix it
INSERT INTO "job_queue" ("id", "status", "session_id", "prompt_id", "data", "created_at", "error") VALUES ('j5', 'failed', 's', 'p', '{"prompt": "fix it"}', 1768035600, 'boom');
-- want j6 cancelled fix it
INSERT INTO "job_queue" ("id", "status", "session_id", "prompt_id", "data", "created_at") VALUES ('j6', 'cancelled', 's', 'p', '{"prompt": "fix it"}', 1768035600);
