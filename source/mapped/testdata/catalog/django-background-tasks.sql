-- The tables of Django Background Tasks with the columns that matter here; names and types are from
-- github.com/arteria/django-background-tasks: background_task/models.py, background_task/models_completed.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE background_task (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, task_name varchar(190) NOT NULL, task_params text NOT NULL, task_hash varchar(40) NOT NULL, verbose_name varchar(255), priority integer NOT NULL, run_at datetime NOT NULL, attempts integer NOT NULL, failed_at datetime, last_error text NOT NULL, locked_by varchar(64), locked_at datetime);
CREATE TABLE background_task_completedtask (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, task_name varchar(190) NOT NULL, task_params text NOT NULL, task_hash varchar(40) NOT NULL, verbose_name varchar(255), priority integer NOT NULL, run_at datetime NOT NULL, attempts integer NOT NULL, failed_at datetime, last_error text NOT NULL, locked_by varchar(64), locked_at datetime);

-- want background_task/1 queued app.send
INSERT INTO "background_task" ("id", "task_name", "task_params", "task_hash", "priority", "run_at", "attempts", "last_error") VALUES (1, 'app.send', '[[], {}]', 'h', 0, '2026-01-10 09:00:00.250000', 0, '');
-- want background_task/2 scheduled app.send
INSERT INTO "background_task" ("id", "task_name", "task_params", "task_hash", "priority", "run_at", "attempts", "last_error") VALUES (2, 'app.send', '[[], {}]', 'h', 0, '2026-01-10 13:00:00.250000', 0, '');
-- want background_task/3 active app.send
INSERT INTO "background_task" ("id", "task_name", "task_params", "task_hash", "priority", "run_at", "attempts", "last_error", "locked_by", "locked_at") VALUES (3, 'app.send', '[[], {}]', 'h', 0, '2026-01-10 09:00:00.250000', 0, '', '9', '2026-01-10 11:59:00.250000');
-- want background_task/4 failed app.send
INSERT INTO "background_task" ("id", "task_name", "task_params", "task_hash", "priority", "run_at", "attempts", "last_error", "failed_at") VALUES (4, 'app.send', '[[], {}]', 'h', 0, '2026-01-10 09:00:00.250000', 25, 'boom', '2026-01-10 09:20:00.250000');
-- want background_task_completedtask/5 done send it
INSERT INTO "background_task_completedtask" ("id", "task_name", "task_params", "task_hash", "priority", "run_at", "attempts", "last_error", "locked_by", "locked_at", "verbose_name") VALUES (5, 'app.send', '[[], {}]', 'h', 0, '2026-01-10 09:00:00.250000', 0, '', '9', '2026-01-10 09:10:00.250000', 'send it');
-- want background_task_completedtask/6 failed app.send
INSERT INTO "background_task_completedtask" ("id", "task_name", "task_params", "task_hash", "priority", "run_at", "attempts", "last_error", "failed_at") VALUES (6, 'app.send', '[[], {}]', 'h', 0, '2026-01-10 09:00:00.250000', 0, 'boom', '2026-01-10 09:20:00.250000');
