-- The tables of OpenClaw with the columns that matter here; names and types are from
-- github.com/openclaw/openclaw 046ddcf: src/tasks/task-registry.store.sqlite.ts, src/tasks/task-registry.types.ts.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE task_runs (task_id TEXT NOT NULL PRIMARY KEY, runtime TEXT NOT NULL, task_kind TEXT, source_id TEXT, requester_session_key TEXT, owner_key TEXT NOT NULL, scope_kind TEXT NOT NULL, child_session_key TEXT, parent_task_id TEXT, agent_id TEXT, run_id TEXT, label TEXT, task TEXT NOT NULL, status TEXT NOT NULL, delivery_status TEXT NOT NULL, notify_policy TEXT NOT NULL, created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER, last_event_at INTEGER, cleanup_after INTEGER, error TEXT, progress_summary TEXT, terminal_summary TEXT, terminal_outcome TEXT);
CREATE TABLE task_delivery_state (task_id TEXT NOT NULL PRIMARY KEY, requester_origin_json TEXT);

-- want t-1 queued task 1
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at") VALUES ('t-1', 'task 1', 'queued', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000);
-- want t-2 active task 2
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at", "started_at", "last_event_at") VALUES ('t-2', 'task 2', 'running', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000, 1768036200000, 1768046340000);
-- want t-3 done task 3
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at", "ended_at", "terminal_summary") VALUES ('t-3', 'task 3', 'succeeded', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000, 1768036800000, 'Sent the report.');
-- want t-4 blocked task 4
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at", "terminal_outcome", "terminal_summary") VALUES ('t-4', 'task 4', 'succeeded', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000, 'blocked', 'Needs the password.');
-- want t-5 failed task 5
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at", "error") VALUES ('t-5', 'task 5', 'failed', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000, 'boom');
-- want t-6 failed task 6
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at") VALUES ('t-6', 'task 6', 'timed_out', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000);
-- want t-7 failed task 7
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at") VALUES ('t-7', 'task 7', 'lost', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000);
-- want t-8 cancelled task 8
INSERT INTO "task_runs" ("task_id", "task", "status", "runtime", "owner_key", "scope_kind", "delivery_status", "notify_policy", "created_at") VALUES ('t-8', 'task 8', 'cancelled', 'subagent', 'agent:main', 'session', 'pending', 'done_only', 1768035600000);
