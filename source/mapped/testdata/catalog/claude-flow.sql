-- The tables of claude-flow hive mind with the columns that matter here; names and types are from
-- github.com/ruvnet/claude-flow v2: src/db/hive-mind-schema.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE swarms (id TEXT PRIMARY KEY, name TEXT NOT NULL, topology TEXT NOT NULL, queen_mode TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active');
CREATE TABLE tasks (id TEXT PRIMARY KEY, swarm_id TEXT NOT NULL, description TEXT NOT NULL, priority TEXT NOT NULL DEFAULT 'medium', strategy TEXT NOT NULL DEFAULT 'adaptive', status TEXT NOT NULL DEFAULT 'pending', progress INTEGER NOT NULL DEFAULT 0, result TEXT, error TEXT, dependencies TEXT, assigned_agents TEXT, require_consensus BOOLEAN NOT NULL DEFAULT 0, created_at TIMESTAMP NOT NULL, started_at TIMESTAMP, completed_at TIMESTAMP);

-- want t1 queued task 1
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at") VALUES ('t1', 'task 1', 'pending', 's1', '2026-01-10 09:00:00');
-- want t2 blocked task 2
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at", "dependencies") VALUES ('t2', 'task 2', 'pending', 's1', '2026-01-10 09:00:00', '["t4"]');
-- want t3 queued task 3
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at", "dependencies") VALUES ('t3', 'task 3', 'assigned', 's1', '2026-01-10 09:00:00', '["t5"]');
-- want t4 active task 4
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at", "assigned_agents", "started_at") VALUES ('t4', 'task 4', 'in_progress', 's1', '2026-01-10 09:00:00', '["a1"]', '2026-01-10 11:59:00');
-- want t5 done task 5
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at", "result", "completed_at") VALUES ('t5', 'task 5', 'completed', 's1', '2026-01-10 09:00:00', 'Built.', '2026-01-10 09:20:00');
-- want t6 failed task 6
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at", "error") VALUES ('t6', 'task 6', 'failed', 's1', '2026-01-10 09:00:00', 'boom');
-- want t7 cancelled task 7
INSERT INTO "tasks" ("id", "description", "status", "swarm_id", "created_at") VALUES ('t7', 'task 7', 'cancelled', 's1', '2026-01-10 09:00:00');
