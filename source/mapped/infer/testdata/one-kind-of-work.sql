-- All rows are of one kind, and their queues differ: the kind names a task, and what is in
-- its arguments. Arguments and errors are binary JSON. Rows that ended keep who had them.
CREATE TABLE print_job (id INTEGER PRIMARY KEY AUTOINCREMENT, args BLOB NOT NULL, attempt INTEGER NOT NULL, max_attempts INTEGER NOT NULL, errors BLOB, kind TEXT NOT NULL, queue TEXT NOT NULL, state TEXT NOT NULL, available_at INTEGER NOT NULL, inserted_at INTEGER NOT NULL, completed_at INTEGER, failed_at INTEGER, claimed_by TEXT, claimed_at INTEGER);
INSERT INTO print_job VALUES (1, jsonb('{"page": "menu"}'), 1, 3, NULL, 'print', 'upstairs', 'completed', 1777633200000, 1777633200000, 1777633260000, NULL, 'hall-1', 1777633201000),
 (2, jsonb('{"page": "letter"}'), 3, 3, jsonb('[{"at": 1, "message": "no paper"}, {"at": 2, "message": "no ink"}]'), 'print', 'upstairs', 'failed', 1777633200000, 1777633200000, NULL, 1777633260000, 'hall-1', 1777633201000),
 (3, jsonb('{"page": "map"}'), 1, 3, jsonb('[{"at": 1, "message": "no paper"}]'), 'print', 'cellar', 'waiting', 1777640400000, 1777633200000, NULL, NULL, 'hall-1', 1777633201000),
 (4, jsonb('{"page": "list"}'), 1, 3, jsonb('[{"at": 1, "message": "no paper"}]'), 'print', 'cellar', 'waiting', 1777636000000, 1777633200000, NULL, NULL, 'hall-1', 1777633201000),
 (5, jsonb('{"page": "card"}'), 0, 3, NULL, 'print', 'cellar', 'waiting', 1777636000000, 1777636000000, NULL, NULL, NULL, NULL);
--> print_job 1 done print: menu
--> print_job 2 failed print: letter
--> print_job 3 scheduled print: map
--> print_job 4 queued print: list
--> print_job 5 queued print: card
--= print_job error=json_extract(errors, '$[#-1].message'); attempts=attempt; created=inserted_at; finished=coalesce(completed_at, failed_at); run_at=available_at
