-- The tables of Celery results by SQLAlchemy with the columns that matter here; names and types are from
-- github.com/celery/celery: celery/backends/database/models.py, celery/states.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE celery_taskmeta (id INTEGER NOT NULL PRIMARY KEY, task_id VARCHAR(155) UNIQUE, status VARCHAR(50), result BLOB, date_done DATETIME, traceback TEXT,
  name VARCHAR(155), args BLOB, kwargs BLOB, worker VARCHAR(155), retries INTEGER, queue VARCHAR(155));
CREATE TABLE celery_tasksetmeta (id INTEGER NOT NULL PRIMARY KEY, taskset_id VARCHAR(155) UNIQUE, result BLOB, date_done DATETIME);

-- want 1 queued task 1
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (1, 'task 1', 'PENDING', '2026-01-10 09:20:00.250000');
-- want 2 queued task 2
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (2, 'task 2', 'RECEIVED', '2026-01-10 09:20:00.250000');
-- want 3 active task 3
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (3, 'task 3', 'STARTED', '2026-01-10 09:20:00.250000');
-- want 4 scheduled task 4
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (4, 'task 4', 'RETRY', '2026-01-10 09:20:00.250000');
-- want 5 done task 5
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (5, 'task 5', 'SUCCESS', '2026-01-10 09:20:00.250000');
-- want 6 failed task 6
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "traceback") VALUES (6, 'task 6', 'FAILURE', '2026-01-10 09:20:00.250000', 'Traceback: boom');
-- want 7 cancelled task 7
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (7, 'task 7', 'REVOKED', '2026-01-10 09:20:00.250000');
-- want 8 failed task 8
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (8, 'task 8', 'REJECTED', '2026-01-10 09:20:00.250000');
-- want 9 done task 9
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (9, 'task 9', 'IGNORED', '2026-01-10 09:20:00.250000');
-- want 10 active task 10
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done") VALUES (10, 'task 10', 'PROGRESS', '2026-01-10 09:20:00.250000');

-- result_extended is on: retries counts from zero.
-- want 11 done mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "name", "worker", "retries", "queue") VALUES (11, 'task 11', 'SUCCESS', '2026-01-10 09:20:00.250000', 'mail.send', 'celery@host', 0, 'celery');
-- want 12 scheduled mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "traceback", "name", "worker", "retries", "queue") VALUES (12, 'task 12', 'RETRY', '2026-01-10 09:20:00.250000', 'Traceback: boom', 'mail.send', 'celery@host', 1, 'celery');
