-- The tables of Codex agent jobs with the columns that matter here; names and types are from
-- github.com/openai/codex 9372e14: codex-rs/state/migrations/0009_agent_jobs.sql, codex-rs/state/src/model/agent_job.rs.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE agent_jobs (id TEXT PRIMARY KEY, name TEXT NOT NULL, status TEXT NOT NULL, instruction TEXT NOT NULL, input_csv_path TEXT NOT NULL, output_csv_path TEXT NOT NULL);
CREATE TABLE agent_job_items (job_id TEXT NOT NULL, item_id TEXT NOT NULL, row_index INTEGER NOT NULL, source_id TEXT, row_json TEXT NOT NULL, status TEXT NOT NULL, assigned_thread_id TEXT, attempt_count INTEGER NOT NULL DEFAULT 0, result_json TEXT, last_error TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, completed_at INTEGER, reported_at INTEGER, PRIMARY KEY (job_id, item_id));

INSERT INTO "agent_jobs" ("id", "name", "status", "instruction", "input_csv_path", "output_csv_path") VALUES ('j1', 'review', 'running', 'review the file', '/in.csv', '/out.csv');
-- want item-1 queued task 1
INSERT INTO "agent_job_items" ("item_id", "status", "job_id", "row_index", "row_json", "created_at", "updated_at") VALUES ('item-1', 'pending', 'j1', 1, '{"n": 1, "title": "task 1"}', 1768035600, 1768035600);
-- want item-2 active a.go
INSERT INTO "agent_job_items" ("item_id", "status", "job_id", "row_index", "row_json", "created_at", "updated_at", "assigned_thread_id") VALUES ('item-2', 'running', 'j1', 1, '{"path": "a.go", "n": 2}', 1768035600, 1768035600, 'th');
-- want item-3 done b
INSERT INTO "agent_job_items" ("item_id", "status", "job_id", "row_index", "row_json", "created_at", "updated_at", "result_json", "completed_at") VALUES ('item-3', 'completed', 'j1', 1, '{"name": "b"}', 1768035600, 1768035600, '{"ok": true}', 1768036800);
-- want item-4 failed src-4
INSERT INTO "agent_job_items" ("item_id", "status", "job_id", "row_index", "row_json", "created_at", "updated_at", "source_id", "last_error") VALUES ('item-4', 'failed', 'j1', 1, '{"n": 1}', 1768035600, 1768035600, 'src-4', 'boom');
