-- The tables of Vibe Kanban with the columns that matter here; names and types are from
-- github.com/BloopAI/vibe-kanban 4deb7ec: crates/db/migrations, crates/db/src/models/task.rs.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE tasks (id BLOB PRIMARY KEY, project_id BLOB NOT NULL, title TEXT NOT NULL, description TEXT, status TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE workspaces (id BLOB PRIMARY KEY, task_id BLOB, branch TEXT NOT NULL);
CREATE TABLE sessions (id BLOB PRIMARY KEY, workspace_id BLOB NOT NULL, executor TEXT, created_at TEXT NOT NULL);
CREATE TABLE execution_processes (id BLOB PRIMARY KEY, session_id BLOB NOT NULL, status TEXT NOT NULL, exit_code INTEGER, started_at TEXT, completed_at TEXT, created_at TEXT NOT NULL, run_reason TEXT NOT NULL);
CREATE TABLE coding_agent_turns (id BLOB PRIMARY KEY, execution_process_id BLOB NOT NULL, summary TEXT);

-- want 01010101010101010101010101010101 queued task 1
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'01010101010101010101010101010101', X'00000000000000000000000000000000', 'task 1', 'do it', 'todo', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 02020202020202020202020202020202 active task 2
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'02020202020202020202020202020202', X'00000000000000000000000000000000', 'task 2', 'do it', 'inprogress', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
INSERT INTO "workspaces" ("id", "task_id", "branch") VALUES (X'12121212121212121212121212121212', X'02020202020202020202020202020202', 'b');
INSERT INTO "sessions" ("id", "workspace_id", "executor", "created_at") VALUES (X'22222222222222222222222222222222', X'12121212121212121212121212121212', 'CLAUDE_CODE', '2026-01-10 09:00:00');
INSERT INTO "execution_processes" ("id", "session_id", "status", "run_reason", "exit_code", "started_at", "created_at") VALUES (X'32323232323232323232323232323232', X'22222222222222222222222222222222', 'running', 'codingagent', 0, '2026-01-10 09:10:00', '2026-01-10 09:10:00');
-- want 03030303030303030303030303030303 failed task 3
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'03030303030303030303030303030303', X'00000000000000000000000000000000', 'task 3', 'do it', 'inprogress', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
INSERT INTO "workspaces" ("id", "task_id", "branch") VALUES (X'13131313131313131313131313131313', X'03030303030303030303030303030303', 'b');
INSERT INTO "sessions" ("id", "workspace_id", "executor", "created_at") VALUES (X'23232323232323232323232323232323', X'13131313131313131313131313131313', 'CLAUDE_CODE', '2026-01-10 09:00:00');
INSERT INTO "execution_processes" ("id", "session_id", "status", "run_reason", "exit_code", "started_at", "created_at") VALUES (X'33333333333333333333333333333333', X'23232323232323232323232323232323', 'failed', 'codingagent', 0, '2026-01-10 09:10:00', '2026-01-10 09:10:00');
-- want 04040404040404040404040404040404 done task 4
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'04040404040404040404040404040404', X'00000000000000000000000000000000', 'task 4', 'do it', 'inreview', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
INSERT INTO "workspaces" ("id", "task_id", "branch") VALUES (X'14141414141414141414141414141414', X'04040404040404040404040404040404', 'b');
INSERT INTO "sessions" ("id", "workspace_id", "executor", "created_at") VALUES (X'24242424242424242424242424242424', X'14141414141414141414141414141414', 'CLAUDE_CODE', '2026-01-10 09:00:00');
INSERT INTO "execution_processes" ("id", "session_id", "status", "run_reason", "exit_code", "started_at", "created_at") VALUES (X'34343434343434343434343434343434', X'24242424242424242424242424242424', 'completed', 'codingagent', 0, '2026-01-10 09:10:00', '2026-01-10 09:10:00');
-- want 05050505050505050505050505050505 failed task 5
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'05050505050505050505050505050505', X'00000000000000000000000000000000', 'task 5', 'do it', 'inreview', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
INSERT INTO "workspaces" ("id", "task_id", "branch") VALUES (X'15151515151515151515151515151515', X'05050505050505050505050505050505', 'b');
INSERT INTO "sessions" ("id", "workspace_id", "executor", "created_at") VALUES (X'25252525252525252525252525252525', X'15151515151515151515151515151515', 'CLAUDE_CODE', '2026-01-10 09:00:00');
INSERT INTO "execution_processes" ("id", "session_id", "status", "run_reason", "exit_code", "started_at", "created_at") VALUES (X'35353535353535353535353535353535', X'25252525252525252525252525252525', 'killed', 'codingagent', 0, '2026-01-10 09:10:00', '2026-01-10 09:10:00');
-- want 06060606060606060606060606060606 done task 6
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'06060606060606060606060606060606', X'00000000000000000000000000000000', 'task 6', 'do it', 'done', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
INSERT INTO "workspaces" ("id", "task_id", "branch") VALUES (X'16161616161616161616161616161616', X'06060606060606060606060606060606', 'b');
INSERT INTO "sessions" ("id", "workspace_id", "executor", "created_at") VALUES (X'26262626262626262626262626262626', X'16161616161616161616161616161616', 'CLAUDE_CODE', '2026-01-10 09:00:00');
INSERT INTO "execution_processes" ("id", "session_id", "status", "run_reason", "exit_code", "started_at", "created_at") VALUES (X'36363636363636363636363636363636', X'26262626262626262626262626262626', 'completed', 'codingagent', 0, '2026-01-10 09:10:00', '2026-01-10 09:10:00');
-- want 07070707070707070707070707070707 cancelled task 7
INSERT INTO "tasks" ("id", "project_id", "title", "description", "status", "created_at", "updated_at") VALUES (X'07070707070707070707070707070707', X'00000000000000000000000000000000', 'task 7', 'do it', 'cancelled', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
