-- The tables of mcp-task-manager-server with the columns that matter here; names and types are from
-- npm mcp-task-manager-server 0.1.0: src/db/schema.sql.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE tasks (task_id TEXT PRIMARY KEY NOT NULL, project_id TEXT NOT NULL, parent_task_id TEXT, description TEXT NOT NULL, status TEXT NOT NULL, priority TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE TABLE task_dependencies (task_id TEXT NOT NULL, depends_on_task_id TEXT NOT NULL, PRIMARY KEY (task_id, depends_on_task_id));

INSERT INTO "task_dependencies" ("task_id", "depends_on_task_id") VALUES ('t2', 't3');
INSERT INTO "task_dependencies" ("task_id", "depends_on_task_id") VALUES ('t1', 't5');
-- want t1 queued task 1
INSERT INTO "tasks" ("task_id", "description", "status", "project_id", "priority", "created_at", "updated_at") VALUES ('t1', 'task 1', 'todo', 'p', 'medium', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want t2 blocked task 2
INSERT INTO "tasks" ("task_id", "description", "status", "project_id", "priority", "created_at", "updated_at") VALUES ('t2', 'task 2', 'todo', 'p', 'medium', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want t3 active task 3
INSERT INTO "tasks" ("task_id", "description", "status", "project_id", "priority", "created_at", "updated_at") VALUES ('t3', 'task 3', 'in-progress', 'p', 'medium', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want t4 active task 4
INSERT INTO "tasks" ("task_id", "description", "status", "project_id", "priority", "created_at", "updated_at") VALUES ('t4', 'task 4', 'review', 'p', 'medium', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
-- want t5 done task 5
INSERT INTO "tasks" ("task_id", "description", "status", "project_id", "priority", "created_at", "updated_at") VALUES ('t5', 'task 5', 'done', 'p', 'medium', '2026-01-10T09:00:00Z', '2026-01-10T09:00:00Z');
