-- The tables of Celery results in Django with the columns that matter here; names and types are from
-- github.com/celery/django-celery-results 02302dd: django_celery_results/models.py; celery/states.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE django_celery_results_taskresult (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, task_id varchar(255) NOT NULL UNIQUE, status varchar(50) NOT NULL, content_type varchar(128) NOT NULL, content_encoding varchar(64) NOT NULL, result text, date_done datetime NOT NULL, traceback text, meta text, task_args text, task_kwargs text, task_name varchar(255), worker varchar(100), date_created datetime NOT NULL);

-- want 1 queued task 1
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (1, 'task 1', 'PENDING', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 2 queued task 2
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (2, 'task 2', 'RECEIVED', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 3 active task 3
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (3, 'task 3', 'STARTED', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 4 scheduled task 4
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (4, 'task 4', 'RETRY', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 5 done task 5
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker", "result") VALUES (5, 'task 5', 'SUCCESS', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h', '"sent"');
-- want 6 failed task 6
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker", "traceback") VALUES (6, 'task 6', 'FAILURE', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h', 'Traceback: boom');
-- want 7 cancelled task 7
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (7, 'task 7', 'REVOKED', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 8 failed task 8
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (8, 'task 8', 'REJECTED', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 9 done task 9
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (9, 'task 9', 'IGNORED', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
-- want 10 active task 10
INSERT INTO "django_celery_results_taskresult" ("id", "task_name", "status", "task_id", "content_type", "content_encoding", "date_created", "date_done", "task_args", "task_kwargs", "worker") VALUES (10, 'task 10', 'PROGRESS', lower(hex(randomblob(8))), 'application/json', 'utf-8', '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000', '"()"', '"{}"', 'celery@h');
