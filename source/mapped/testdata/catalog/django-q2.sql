-- The tables of Django Q2 with the columns that matter here; names and types are from
-- github.com/django-q2/django-q2 0d36609: django_q/models.py, django_q/brokers/orm.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE django_q_ormq (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, key varchar(100) NOT NULL, payload text NOT NULL, lock datetime);
CREATE TABLE django_q_task (id varchar(32) NOT NULL PRIMARY KEY, name varchar(100) NOT NULL, func varchar(256) NOT NULL, hook varchar(256), args text, kwargs text, result text, "group" varchar(100), started datetime NOT NULL, stopped datetime NOT NULL, success bool NOT NULL, attempt_count integer NOT NULL);
CREATE TABLE django_q_schedule (id integer NOT NULL PRIMARY KEY AUTOINCREMENT, func varchar(256) NOT NULL, next_run datetime);

-- want django_q_ormq/1 queued default
INSERT INTO "django_q_ormq" ("id", "key", "payload", "lock") VALUES (1, 'default', 'x', '2026-01-10 09:00:00.250000');
-- want django_q_ormq/2 active default
INSERT INTO "django_q_ormq" ("id", "key", "payload", "lock") VALUES (2, 'default', 'x', '2026-01-10 13:00:00.250000');
-- want django_q_task/ab done four-cat
INSERT INTO "django_q_task" ("id", "name", "func", "started", "stopped", "success", "attempt_count") VALUES ('ab', 'four-cat', 'app.send', '2026-01-10 09:10:00.250000', '2026-01-10 09:20:00.250000', 1, 1);
-- want django_q_task/cd failed app.send
INSERT INTO "django_q_task" ("id", "name", "func", "started", "stopped", "success", "attempt_count") VALUES ('cd', '', 'app.send', '2026-01-10 09:10:00.250000', '2026-01-10 09:20:00.250000', 0, 3);
