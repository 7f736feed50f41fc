-- The tables of claude-mem pending messages with the columns that matter here; names and types are from
-- github.com/thedotmack/claude-mem 2d84c8d: src/services/sqlite/PendingMessageStore.ts.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE pending_messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_db_id INTEGER NOT NULL, content_session_id TEXT NOT NULL, message_type TEXT NOT NULL, tool_name TEXT, tool_input TEXT, tool_response TEXT, status TEXT NOT NULL DEFAULT 'pending', created_at_epoch INTEGER NOT NULL);
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, status TEXT NOT NULL);

-- want 1 queued task 1
INSERT INTO "pending_messages" ("id", "tool_name", "status", "session_db_id", "content_session_id", "message_type", "created_at_epoch") VALUES (1, 'task 1', 'pending', 1, 'c', 'observation', 1768035600000);
-- want 2 active task 2
INSERT INTO "pending_messages" ("id", "tool_name", "status", "session_db_id", "content_session_id", "message_type", "created_at_epoch") VALUES (2, 'task 2', 'processing', 1, 'c', 'observation', 1768035600000);
-- want 3 done task 3
INSERT INTO "pending_messages" ("id", "tool_name", "status", "session_db_id", "content_session_id", "message_type", "created_at_epoch") VALUES (3, 'task 3', 'processed', 1, 'c', 'observation', 1768035600000);
-- want 4 failed observation
INSERT INTO "pending_messages" ("id", "tool_name", "status", "session_db_id", "content_session_id", "message_type", "created_at_epoch") VALUES (4, NULL, 'failed', 1, 'c', 'observation', 1768035600000);
