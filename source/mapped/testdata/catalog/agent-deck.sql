-- The tables of Agent Deck with the columns that matter here; names and types are from
-- github.com/asheshgoplani/agent-deck 47bb210: internal/statedb/statedb.go, internal/session.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE instances (id TEXT PRIMARY KEY, title TEXT NOT NULL, project_path TEXT NOT NULL, group_path TEXT NOT NULL DEFAULT '', command TEXT NOT NULL DEFAULT '', tool TEXT NOT NULL DEFAULT 'shell', status TEXT NOT NULL, tmux_session TEXT NOT NULL DEFAULT '', created_at INTEGER NOT NULL, last_accessed INTEGER NOT NULL DEFAULT 0, parent_session_id TEXT NOT NULL DEFAULT '', is_conductor INTEGER NOT NULL DEFAULT 0, tool_data TEXT NOT NULL DEFAULT '{}', acknowledged INTEGER NOT NULL DEFAULT 0);
CREATE TABLE instance_heartbeats (pid INTEGER PRIMARY KEY, started INTEGER NOT NULL, heartbeat INTEGER NOT NULL);

-- want i1 queued task 1
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i1', 'task 1', 'queued', '/w', 1768035600);
-- want i2 active task 2
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i2', 'task 2', 'starting', '/w', 1768035600);
-- want i3 active task 3
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i3', 'task 3', 'running', '/w', 1768035600);
-- want i4 blocked task 4
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i4', 'task 4', 'waiting', '/w', 1768035600);
-- want i5 done task 5
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i5', 'task 5', 'idle', '/w', 1768035600);
-- want i6 failed task 6
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i6', 'task 6', 'error', '/w', 1768035600);
-- want i7 cancelled task 7
INSERT INTO "instances" ("id", "title", "status", "project_path", "created_at") VALUES ('i7', 'task 7', 'stopped', '/w', 1768035600);
