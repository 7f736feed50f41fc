-- The time of an end is written at each change: it is one where the word says so.
CREATE TABLE task_results (id INTEGER PRIMARY KEY, task_id VARCHAR(255) UNIQUE, task_name VARCHAR(255), status VARCHAR(50), date_created DATETIME, date_done DATETIME, result TEXT, traceback TEXT);
INSERT INTO task_results VALUES (1,'aa000000-0000-4000-8000-000000000001','app.fold','PENDING','2026-05-01 11:59:00','2026-05-01 11:59:00',NULL,NULL),
(2,'aa000000-0000-4000-8000-000000000002','app.iron','STARTED','2026-05-01 11:58:00','2026-05-01 11:58:10',NULL,NULL),
(3,'aa000000-0000-4000-8000-000000000003','app.fold','SUCCESS','2026-05-01 11:50:00','2026-05-01 11:51:00','"4"',NULL),
(4,'aa000000-0000-4000-8000-000000000004','app.iron','FAILURE','2026-05-01 11:40:00','2026-05-01 11:41:00','{"exc_type": "OSError"}','Traceback: no water');
--> task_results 1 queued app.fold
--> task_results 2 active app.iron
--> task_results 3 done app.fold
--> task_results 4 failed app.iron
--= task_results finished=CASE WHEN status IN ('SUCCESS','FAILURE') THEN date_done END
