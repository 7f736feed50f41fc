-- The tables of Semaphore UI with the columns that matter here; names and types are from
-- github.com/semaphoreui/semaphore 03aa639: db/Task.go, pkg/task_logger/status.go.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE project__template (id integer PRIMARY KEY AUTOINCREMENT, project_id int, name varchar(100) NOT NULL);
CREATE TABLE task (id integer PRIMARY KEY AUTOINCREMENT, template_id int NOT NULL, project_id int, status varchar(255) NOT NULL, playbook varchar(255) NOT NULL, environment longtext, created datetime, start datetime, "end" datetime, message varchar(250), commit_hash varchar(64));
CREATE TABLE task__output (id integer PRIMARY KEY AUTOINCREMENT, task_id int NOT NULL, time datetime NOT NULL, output longtext NOT NULL);

INSERT INTO "project__template" ("id", "project_id", "name") VALUES (1, 1, 'deploy');
INSERT INTO "task__output" ("task_id", "time", "output") VALUES (8, '2026-01-10 09:20:00 +0000 UTC', 'fatal: unreachable');
-- want 1 queued deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (1, 'waiting', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 2 queued deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (2, 'confirmed', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 3 active deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (3, 'starting', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 4 active deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created", "start") VALUES (4, 'running', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC', '2026-01-10 11:59:00 +0000 UTC');
-- want 5 active deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (5, 'stopping', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 6 blocked deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (6, 'waiting_confirmation', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 7 done deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created", "end") VALUES (7, 'success', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC', '2026-01-10 09:20:00 +0000 UTC');
-- want 8 failed deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created", "end") VALUES (8, 'error', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC', '2026-01-10 09:20:00 +0000 UTC');
-- want 9 failed deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (9, 'fail', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 10 cancelled deploy
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (10, 'stopped', 1, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
-- want 11 cancelled site.yml
INSERT INTO "task" ("id", "status", "template_id", "project_id", "playbook", "created") VALUES (11, 'rejected', 9, 1, 'site.yml', '2026-01-10 09:00:00 +0000 UTC');
