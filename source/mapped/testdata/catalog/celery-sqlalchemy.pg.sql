-- The tables of Celery results by SQLAlchemy in PostgreSQL; names and types are from
-- github.com/celery/celery: celery/backends/database/models.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE celery_taskmeta (id integer NOT NULL PRIMARY KEY, task_id varchar(155) UNIQUE, status varchar(50), result bytea, date_done timestamp, traceback text,
  name varchar(155), args bytea, kwargs bytea, worker varchar(155), retries integer, queue varchar(155));

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
-- want 11 done mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "name", "worker", "retries", "queue") VALUES (11, 'task 11', 'SUCCESS', '2026-01-10 09:20:00.250000', 'mail.send', 'celery@host', 0, 'celery');
-- want 12 scheduled mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "traceback", "name", "worker", "retries", "queue") VALUES (12, 'task 12', 'RETRY', '2026-01-10 09:20:00.250000', 'Traceback: boom', 'mail.send', 'celery@host', 1, 'celery');
-- want 13 done mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "result", "traceback", "name", "args", "kwargs", "worker", "retries", "queue") VALUES (13, 'task 13', 'SUCCESS', '2026-01-10 09:20:00.250000', '\x8004952F000000000000008C2B49206E656564207065726D697373696F6E20746F2061636365737320746865207265706F7369746F72792E942E', NULL, 'mail.send', '["a@b.example"]', '{}', 'celery@host', 0, 'celery');
-- want 14 done mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "result", "traceback", "name", "args", "kwargs", "worker", "retries", "queue") VALUES (14, 'task 14', 'SUCCESS', '2026-01-10 09:20:00.250000', '\x8004954D000000000000007D94288C06737461747573948C07626C6F636B6564948C076D657373616765948C2849206E6565642074686520415049206B6579206F66207468652073686F7020746F20676F206F6E2E94752E', NULL, 'mail.send', '\x80049511000000000000008C0B6140622E6578616D706C659485942E', '\x8004950E000000000000007D948C06757267656E749488732E', 'celery@host', 0, 'celery');
-- want 15 failed mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "result", "traceback", "name", "args", "kwargs", "worker", "retries", "queue") VALUES (15, 'task 15', 'FAILURE', '2026-01-10 09:20:00.250000', '\x80049555000000000000007D94288C086578635F74797065948C0A56616C75654572726F72948C0B6578635F6D657373616765948C0D6E6F2073756368206F726465729485948C0A6578635F6D6F64756C65948C086275696C74696E7394752E', NULL, 'mail.send', NULL, NULL, 'celery@host', 0, 'celery');
-- want 16 failed mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "result", "traceback", "name", "args", "kwargs", "worker", "retries", "queue") VALUES (16, 'task 16', 'FAILURE', '2026-01-10 09:20:00.250000', '\x8004952F000000000000008C086275696C74696E73948C0A56616C75654572726F729493948C0D6E6F2073756368206F7264657294859452942E', NULL, 'mail.send', NULL, NULL, 'celery@host', 0, 'celery');
-- want 17 done mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "result", "traceback", "name", "args", "kwargs", "worker", "retries", "queue") VALUES (17, 'task 17', 'SUCCESS', '2026-01-10 09:20:00.250000', '\x80044E2E', NULL, 'mail.send', NULL, NULL, 'celery@host', 0, 'celery');
-- want 18 done mail.send
INSERT INTO "celery_taskmeta" ("id", "task_id", "status", "date_done", "result", "traceback", "name", "args", "kwargs", "worker", "retries", "queue") VALUES (18, 'task 18', 'SUCCESS', '2026-01-10 09:20:00.250000', '\x80049530', NULL, 'mail.send', NULL, NULL, 'celery@host', 0, 'celery');
