CREATE TABLE projects (id INTEGER PRIMARY KEY, name TEXT, created_at TEXT);
CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, project_id INTEGER, title TEXT NOT NULL, description TEXT DEFAULT '', status TEXT DEFAULT 'backlog' CHECK(status IN ('backlog','todo','in_progress','review','done','blocked')), priority TEXT DEFAULT 'medium' CHECK(priority IN ('critical','high','medium','low')), assignee TEXT DEFAULT 'unassigned', agent_model TEXT DEFAULT 'auto', story_points INTEGER DEFAULT 2, estimated_hours REAL, started_at TEXT, completed_at TEXT, due_date TEXT, updated_at TEXT, created_at TEXT, retry_count INTEGER DEFAULT 0, git_branch TEXT DEFAULT '', commit_sha TEXT DEFAULT '', worktree_path TEXT DEFAULT '', sort_order REAL DEFAULT 0.0, is_recurring INTEGER DEFAULT 0, recurrence_cron TEXT DEFAULT '');
CREATE TABLE task_deps (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL REFERENCES tasks(id), depends_on_task_id INTEGER NOT NULL REFERENCES tasks(id), dep_type TEXT DEFAULT 'blocks');
CREATE TABLE labels (id INTEGER PRIMARY KEY, project_id INTEGER, name TEXT, color TEXT);
INSERT INTO projects VALUES (1,'Site','2026-01-01 00:00:00');
INSERT INTO tasks VALUES (1,1,'Draw the logo','','done','low','opus','auto',2,2,'2026-05-01 09:00:00','2026-05-01 10:00:00',NULL,'2026-05-01 10:00:00','2026-04-30 00:00:00',0,'logo','abc','/w/1',0,0,''),(2,1,'Write the menu','','in_progress','low','local-agent','auto',2,2,'2026-05-01 11:00:00',NULL,NULL,'2026-05-01 11:00:00','2026-04-30 00:00:00',1,'menu','','/w/2',0,0,''),(3,1,'Translate the menu','','todo','low','unassigned','auto',2,2,NULL,NULL,NULL,'2026-04-30 00:00:00','2026-04-30 00:00:00',0,'','','',0,0,''),(4,1,'Pay the printer','','blocked','low','human','auto',2,2,'2026-05-01 08:00:00',NULL,NULL,'2026-04-30 00:00:00','2026-04-30 00:00:00',0,'','','',0,0,''),(5,1,'Think of a name','','backlog','low','unassigned','auto',2,2,NULL,NULL,NULL,'2026-04-30 00:00:00','2026-04-30 00:00:00',0,'','','',0,0,''),(6,1,'Fix the footer','','review','low','opus','auto',2,2,'2026-05-01 08:00:00',NULL,NULL,'2026-04-30 00:00:00','2026-04-30 00:00:00',0,'footer','','/w/6',0,0,'');
INSERT INTO task_deps VALUES (1,3,2,'blocks');
--> tasks 1 done Draw the logo
--> tasks 2 active Write the menu
--> tasks 3 blocked Translate the menu
--> tasks 4 blocked Pay the printer
--> tasks 5 queued Think of a name
--> tasks 6 active Fix the footer
--= tasks attempts=retry_count; created=created_at; started=started_at; finished=completed_at
