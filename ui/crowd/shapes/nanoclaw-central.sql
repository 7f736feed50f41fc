CREATE TABLE agent_groups (id TEXT PRIMARY KEY, name TEXT NOT NULL, folder TEXT NOT NULL UNIQUE, agent_provider TEXT,
	created_at TEXT NOT NULL);
CREATE TABLE sessions (id TEXT PRIMARY KEY, agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
	messaging_group_id TEXT, thread_id TEXT, agent_provider TEXT, status TEXT DEFAULT 'active',
	container_status TEXT DEFAULT 'stopped', last_active TEXT, created_at TEXT NOT NULL);
CREATE TABLE pending_questions (question_id TEXT PRIMARY KEY, session_id TEXT NOT NULL, message_out_id TEXT NOT NULL,
	title TEXT NOT NULL, options_json TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE pending_approvals (approval_id TEXT PRIMARY KEY, session_id TEXT, request_id TEXT NOT NULL,
	action TEXT NOT NULL, payload TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT,
	status TEXT NOT NULL DEFAULT 'pending', title TEXT NOT NULL DEFAULT '');
