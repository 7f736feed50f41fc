-- The table of Taskiq's broker in PostgreSQL; names and types are from
-- github.com/danfimov/taskiq-postgres 718ff1e: src/taskiq_pg/asyncpg/queries.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE taskiq_messages (id SERIAL PRIMARY KEY, task_id VARCHAR NOT NULL, task_name VARCHAR NOT NULL, message TEXT NOT NULL, labels JSONB NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending', created_at TIMESTAMP WITH TIME ZONE DEFAULT NOW());

-- want 1 queued agents:review
INSERT INTO taskiq_messages VALUES (1, 'a1', 'agents:review', '{"task_id": "a1", "task_name": "agents:review", "labels": {}, "args": ["shop"], "kwargs": {}}', '{}', 'pending', '2026-01-10 09:00:00Z');
-- want 2 active agents:review
INSERT INTO taskiq_messages VALUES (2, 'a2', 'agents:review', '{"task_id": "a2", "task_name": "agents:review", "labels": {}, "args": ["shop"], "kwargs": {}}', '{}', 'processing', '2026-01-10 09:00:00Z');
