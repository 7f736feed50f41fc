-- The tables of Beads with the columns that matter here; names and types are from
-- github.com/steveyegge/beads 02513f1: internal/storage/sqlite/schema.go, internal/types/types.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE issues (id TEXT PRIMARY KEY, content_hash TEXT, title TEXT NOT NULL, description TEXT NOT NULL DEFAULT '', design TEXT NOT NULL DEFAULT '', acceptance_criteria TEXT NOT NULL DEFAULT '', notes TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT 'open', priority INTEGER NOT NULL DEFAULT 2, issue_type TEXT NOT NULL DEFAULT 'task', assignee TEXT, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, closed_at DATETIME, CHECK ((status = 'closed') = (closed_at IS NOT NULL)));
CREATE TABLE dependencies (issue_id TEXT NOT NULL, depends_on_id TEXT NOT NULL, type TEXT NOT NULL DEFAULT 'blocks', PRIMARY KEY (issue_id, depends_on_id));
CREATE TABLE events (id INTEGER PRIMARY KEY AUTOINCREMENT, issue_id TEXT NOT NULL, event_type TEXT NOT NULL, actor TEXT NOT NULL, comment TEXT, created_at DATETIME);

INSERT INTO "dependencies" ("issue_id", "depends_on_id") VALUES ('bd-2', 'bd-4');
INSERT INTO "dependencies" ("issue_id", "depends_on_id") VALUES ('bd-1', 'bd-8');
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-99', 'gone', 'tombstone', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-1 queued task 1
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-1', 'task 1', 'open', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-2 blocked task 2
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-2', 'task 2', 'open', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-3 queued task 3
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-3', 'task 3', 'pinned', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-4 active task 4
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at", "assignee") VALUES ('bd-4', 'task 4', 'in_progress', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 'ann');
-- want bd-5 active task 5
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-5', 'task 5', 'hooked', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-6 blocked task 6
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-6', 'task 6', 'blocked', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-7 scheduled task 7
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at") VALUES ('bd-7', 'task 7', 'deferred', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want bd-8 done task 8
INSERT INTO "issues" ("id", "title", "status", "created_at", "updated_at", "closed_at") VALUES ('bd-8', 'task 8', 'closed', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
