-- The tables of n8n with the columns that matter here; names and types are from
-- github.com/n8n-io/n8n 012b834: packages/@n8n/db/src/entities/execution-entity.ts, packages/workflow/src/execution-status.ts.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE workflow_entity (id varchar(36) PRIMARY KEY NOT NULL, name varchar(128) NOT NULL);
CREATE TABLE execution_entity (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, workflowId varchar(36) NOT NULL, finished boolean NOT NULL, mode varchar NOT NULL, retryOf varchar, retrySuccessId varchar, startedAt datetime(3), stoppedAt datetime(3), waitTill datetime(3), status varchar NOT NULL, deletedAt datetime(3), createdAt datetime(3) NOT NULL);
CREATE TABLE execution_data (executionId int PRIMARY KEY NOT NULL, workflowData text NOT NULL, data text NOT NULL);

INSERT INTO "workflow_entity" ("id", "name") VALUES ('w1', 'Sync');
INSERT INTO "execution_entity" ("id", "workflowId", "finished", "mode", "status", "createdAt", "deletedAt") VALUES (99, 'w1', 1, 'trigger', 'success', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
-- want 1 queued Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt") VALUES (1, 'new', 'w1', 0, 'trigger', '2026-01-10 09:00:00');
-- want 2 active Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt", "startedAt") VALUES (2, 'running', 'w1', 0, 'trigger', '2026-01-10 09:00:00', '2026-01-10 11:59:00');
-- want 3 scheduled Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt", "waitTill") VALUES (3, 'waiting', 'w1', 0, 'trigger', '2026-01-10 09:00:00', '2026-01-10 13:00:00');
-- want 4 done Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt", "stoppedAt") VALUES (4, 'success', 'w1', 1, 'trigger', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
-- want 5 failed Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt", "stoppedAt") VALUES (5, 'error', 'w1', 0, 'trigger', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
-- want 6 failed Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt", "stoppedAt") VALUES (6, 'crashed', 'w1', 0, 'trigger', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
-- want 7 failed Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt") VALUES (7, 'unknown', 'w1', 0, 'trigger', '2026-01-10 09:00:00');
-- want 8 cancelled Sync
INSERT INTO "execution_entity" ("id", "status", "workflowId", "finished", "mode", "createdAt", "stoppedAt") VALUES (8, 'canceled', 'w1', 0, 'trigger', '2026-01-10 09:00:00', '2026-01-10 09:20:00');
