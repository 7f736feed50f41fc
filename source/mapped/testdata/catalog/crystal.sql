-- The tables of Crystal with the columns that matter here; names and types are from
-- github.com/stravu/crystal 4182b9e: main/src/database/schema.sql, main/src/types/session.ts.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT NOT NULL, initial_prompt TEXT NOT NULL, worktree_name TEXT NOT NULL, worktree_path TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', created_at DATETIME, updated_at DATETIME, last_output TEXT, exit_code INTEGER, pid INTEGER, claude_session_id TEXT);
CREATE TABLE session_outputs (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, timestamp DATETIME);

-- want s1 queued task 1
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s1', 'task 1', 'pending', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s2 queued task 2
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s2', 'task 2', 'ready', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s3 active task 3
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s3', 'task 3', 'initializing', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s4 active task 4
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at", "pid") VALUES ('s4', 'task 4', 'running', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 9);
-- want s5 blocked task 5
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s5', 'task 5', 'waiting', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s6 done task 6
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at", "last_output") VALUES ('s6', 'task 6', 'completed', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 'Done.');
-- want s7 done task 7
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s7', 'task 7', 'completed_unviewed', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s8 failed task 8
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s8', 'task 8', 'failed', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s9 failed task 9
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s9', 'task 9', 'error', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want s10 cancelled task 10
INSERT INTO "sessions" ("id", "name", "status", "initial_prompt", "worktree_name", "worktree_path", "created_at", "updated_at") VALUES ('s10', 'task 10', 'stopped', 'do it', 'w', '/w', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
