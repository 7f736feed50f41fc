CREATE TABLE issues (id TEXT PRIMARY KEY, title TEXT NOT NULL CHECK(length(title) <= 500), description TEXT NOT NULL DEFAULT '', design TEXT NOT NULL DEFAULT '', notes TEXT NOT NULL DEFAULT '', status TEXT NOT NULL DEFAULT 'open', priority INTEGER NOT NULL DEFAULT 2, issue_type TEXT NOT NULL DEFAULT 'task', assignee TEXT, estimated_minutes INTEGER, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, closed_at DATETIME, close_reason TEXT DEFAULT '');
CREATE TABLE dependencies (issue_id TEXT NOT NULL, depends_on_id TEXT NOT NULL, type TEXT NOT NULL DEFAULT 'blocks', PRIMARY KEY (issue_id, depends_on_id));
CREATE TABLE labels (issue_id TEXT, label TEXT, PRIMARY KEY (issue_id,label));
CREATE TABLE comments (id INTEGER PRIMARY KEY, issue_id TEXT, author TEXT, text TEXT, created_at DATETIME);
CREATE INDEX idx_issues_status ON issues(status);
INSERT INTO issues (id,title,status,created_at,updated_at,closed_at,close_reason,assignee) VALUES ('bd-1','Parse dates','closed','2026-04-30 10:00:00','2026-04-30 12:00:00','2026-04-30 12:00:00','Done','bot'),
 ('bd-2','Fix the parser','in_progress','2026-04-30 10:00:00','2026-05-01 11:00:00',NULL,'','bot'),('bd-3','Write docs','open','2026-04-30 10:00:00','2026-05-01 11:00:00',NULL,'',NULL),
 ('bd-4','Release it','open','2026-04-30 10:00:00','2026-05-01 11:00:00',NULL,'',NULL),('bd-5','Wait for legal','blocked','2026-04-30 10:00:00','2026-05-01 11:00:00',NULL,'',NULL);
INSERT INTO dependencies (issue_id, depends_on_id) VALUES ('bd-4','bd-3'),('bd-3','bd-1');
--> issues bd-1 done Parse dates
--> issues bd-2 active Fix the parser
--> issues bd-3 queued Write docs
--> issues bd-4 blocked Release it
--> issues bd-5 blocked Wait for legal
