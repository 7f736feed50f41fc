CREATE TABLE nodes (id INTEGER PRIMARY KEY AUTOINCREMENT, description TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', parent_id INTEGER, worktree_path TEXT, branch_name TEXT, run_id TEXT, pid INTEGER, created_at TEXT NOT NULL, completed_at TEXT, dispatched_at TEXT, completion_duration_seconds REAL, oversized INTEGER NOT NULL DEFAULT 0, batch_index INTEGER, kind TEXT NOT NULL DEFAULT 'task', flavor TEXT, wiki_ref TEXT, artifact_path TEXT, github_ref TEXT, archived_at TEXT);
CREATE TABLE edges (id INTEGER PRIMARY KEY, from_id INTEGER, to_id INTEGER, kind TEXT);
INSERT INTO nodes VALUES (1,'Split the module','done',NULL,NULL,'n1','r1',NULL,'2026-05-01 09:00:00','2026-05-01 10:00:00','2026-05-01 09:10:00',3000,0,0,'task',NULL,NULL,NULL,NULL,NULL),(2,'Name the parts','failed',1,NULL,'n2','r1',NULL,'2026-05-01 09:00:00','2026-05-01 10:30:00','2026-05-01 10:10:00',1200,0,0,'task',NULL,NULL,NULL,NULL,NULL),(3,'Move the tests','in_progress',1,'/w/3','n3','r1',88,'2026-05-01 09:00:00',NULL,'2026-05-01 11:10:00',NULL,0,0,'task',NULL,NULL,NULL,NULL,NULL),(4,'Delete the shim','pending',1,NULL,NULL,NULL,NULL,'2026-05-01 09:00:00',NULL,NULL,NULL,0,0,'task',NULL,NULL,NULL,NULL,NULL);
--> nodes 1 done Split the module
--> nodes 2 failed Name the parts
--> nodes 3 active Move the tests
--> nodes 4 queued Delete the shim
--= nodes created=created_at; started=dispatched_at; finished=completed_at
