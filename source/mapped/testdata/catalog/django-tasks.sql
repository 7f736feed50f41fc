-- The tables of Django Tasks (database backend) with the columns that matter here; names and types are from
-- github.com/RealOrangeOne/django-tasks 0361320: django_tasks/backends/database/models.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE django_tasks_database_dbtaskresult (id char(32) NOT NULL PRIMARY KEY, status varchar(10) NOT NULL, enqueued_at datetime NOT NULL, started_at datetime, finished_at datetime, args_kwargs text NOT NULL, priority smallint NOT NULL DEFAULT 0, task_path text NOT NULL, queue_name text NOT NULL, backend_name text NOT NULL, run_after datetime, return_value text, exception_class_path text NOT NULL DEFAULT '', traceback text NOT NULL DEFAULT '');

-- want 00000000000000000000000000000001 queued task 1
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name") VALUES ('00000000000000000000000000000001', 'task 1', 'NEW', '2026-01-10 09:00:00.250000', '{}', 'default', 'default');
-- want 00000000000000000000000000000002 queued task 2
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name") VALUES ('00000000000000000000000000000002', 'task 2', 'READY', '2026-01-10 09:00:00.250000', '{}', 'default', 'default');
-- want 00000000000000000000000000000003 scheduled task 3
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name", "run_after") VALUES ('00000000000000000000000000000003', 'task 3', 'READY', '2026-01-10 09:00:00.250000', '{}', 'default', 'default', '2026-01-10 13:00:00.250000');
-- want 00000000000000000000000000000004 active task 4
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name", "started_at") VALUES ('00000000000000000000000000000004', 'task 4', 'RUNNING', '2026-01-10 09:00:00.250000', '{}', 'default', 'default', '2026-01-10 11:59:00.250000');
-- want 00000000000000000000000000000005 done task 5
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name", "finished_at") VALUES ('00000000000000000000000000000005', 'task 5', 'COMPLETE', '2026-01-10 09:00:00.250000', '{}', 'default', 'default', '2026-01-10 09:20:00.250000');
-- want 00000000000000000000000000000006 done task 6
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name", "return_value") VALUES ('00000000000000000000000000000006', 'task 6', 'SUCCEEDED', '2026-01-10 09:00:00.250000', '{}', 'default', 'default', '"sent"');
-- want 00000000000000000000000000000007 done task 7
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name") VALUES ('00000000000000000000000000000007', 'task 7', 'SUCCESSFUL', '2026-01-10 09:00:00.250000', '{}', 'default', 'default');
-- want 00000000000000000000000000000008 failed task 8
INSERT INTO "django_tasks_database_dbtaskresult" ("id", "task_path", "status", "enqueued_at", "args_kwargs", "queue_name", "backend_name", "traceback") VALUES ('00000000000000000000000000000008', 'task 8', 'FAILED', '2026-01-10 09:00:00.250000', '{}', 'default', 'default', 'Traceback: boom');
