CREATE TABLE runs (id text primary key, goal text not null, status text not null, context_json text not null default '{}', created_at text not null, updated_at text not null);
CREATE TABLE tasks (id text primary key, run_id text not null references runs(id) on delete cascade, parent_id text references tasks(id) on delete set null, cycle_id text, status text not null, role text not null, goal text not null, prompt text not null, depends_on_json text not null default '[]', done_when_json text not null default '[]', worktree_path text, session_ref text, context_version integer not null default 1, created_at text not null, updated_at text not null);
CREATE TABLE attempts (id text primary key, task_id text not null references tasks(id), status text, started_at text, ended_at text);
INSERT INTO runs VALUES ('run_1','Ship the parser','in_progress','{}','2026-05-01 09:00:00','2026-05-01 11:00:00');
INSERT INTO tasks VALUES ('task_a','run_1',NULL,NULL,'done','planner','Plan the parser','Think.','[]','[]',NULL,'s1',1,'2026-05-01 09:00:00','2026-05-01 09:30:00'),('task_b','run_1','task_a',NULL,'in_progress','worker','Write the lexer','Work.','["task_a"]','[]','/w/b','s2',1,'2026-05-01 09:00:00','2026-05-01 11:59:00'),('task_c','run_1','task_a',NULL,'todo','worker','Write the tests','Work.','["task_b"]','[]',NULL,NULL,1,'2026-05-01 09:00:00','2026-05-01 09:00:00'),('task_d','run_1','task_a',NULL,'failed','worker','Write the fuzzer','Work.','[]','[]','/w/d','s4',1,'2026-05-01 09:00:00','2026-05-01 10:00:00'),('task_e','run_1',NULL,NULL,'todo','reviewer','Read the plan','Read.','["task_a"]','[]',NULL,NULL,1,'2026-05-01 09:00:00','2026-05-01 09:00:00');
INSERT INTO attempts VALUES ('a1','task_a','completed','2026-05-01 09:00:00','2026-05-01 09:30:00'),('a2','task_d','failed','2026-05-01 09:40:00','2026-05-01 10:00:00');
--> tasks task_a done Plan the parser
--> tasks task_b active Write the lexer
--> tasks task_c blocked Write the tests
--> tasks task_d failed Write the fuzzer
--> tasks task_e queued Read the plan
--= tasks created=created_at
