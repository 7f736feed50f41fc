-- NanoClaw 2.0, as far as it is read (nanoclaw src/db/schema.ts, session-db.ts); the indexes are its own.
CREATE TABLE messages_in (id TEXT PRIMARY KEY, seq INTEGER UNIQUE, kind TEXT NOT NULL, timestamp TEXT NOT NULL,
	status TEXT DEFAULT 'pending', process_after TEXT, recurrence TEXT, series_id TEXT, tries INTEGER DEFAULT 0,
	trigger INTEGER NOT NULL DEFAULT 1, platform_id TEXT, channel_type TEXT, thread_id TEXT, content TEXT NOT NULL,
	source_session_id TEXT, on_wake INTEGER NOT NULL DEFAULT 0);
CREATE INDEX idx_messages_in_series ON messages_in(series_id);
CREATE TABLE delivered (message_out_id TEXT PRIMARY KEY, platform_message_id TEXT,
	status TEXT NOT NULL DEFAULT 'delivered', delivered_at TEXT NOT NULL);
