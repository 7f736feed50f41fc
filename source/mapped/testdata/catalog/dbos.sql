-- The tables of DBOS Transact with the columns that matter here; names and types are from
-- github.com/dbos-inc/dbos-transact-py 6bc3032: dbos/_migration.py sqlite_migrations, dbos/_sys_db.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE workflow_status (workflow_uuid TEXT PRIMARY KEY, status TEXT, name TEXT, output TEXT, error TEXT, executor_id TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, recovery_attempts INTEGER DEFAULT 0, queue_name TEXT, inputs TEXT, workflow_deadline_epoch_ms INTEGER, deduplication_id TEXT, started_at_epoch_ms INTEGER, priority INTEGER NOT NULL DEFAULT 0, parent_workflow_id TEXT, delay_until_epoch_ms BIGINT, completed_at BIGINT);
CREATE TABLE operation_outputs (workflow_uuid TEXT NOT NULL, function_id INTEGER NOT NULL, output TEXT, error TEXT, PRIMARY KEY (workflow_uuid, function_id));

-- want wf-1 queued task 1
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs") VALUES ('wf-1', 'task 1', 'ENQUEUED', 1768035600000, 1768035600000, '{}');
-- want wf-2 scheduled task 2
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs", "delay_until_epoch_ms") VALUES ('wf-2', 'task 2', 'DELAYED', 1768035600000, 1768035600000, '{}', 1768050000000);
-- want wf-3 active task 3
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs", "executor_id", "started_at_epoch_ms") VALUES ('wf-3', 'task 3', 'PENDING', 1768035600000, 1768035600000, '{}', 'local', 1768046340000);
-- want wf-4 done task 4
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs", "output", "completed_at") VALUES ('wf-4', 'task 4', 'SUCCESS', 1768035600000, 1768035600000, '{}', '"ok"', 1768036800000);
-- want wf-5 failed task 5
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs", "error", "completed_at") VALUES ('wf-5', 'task 5', 'ERROR', 1768035600000, 1768035600000, '{}', 'boom', 1768036800000);
-- want wf-6 failed task 6
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs") VALUES ('wf-6', 'task 6', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', 1768035600000, 1768035600000, '{}');
-- want wf-7 failed task 7
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs") VALUES ('wf-7', 'task 7', 'RETRIES_EXCEEDED', 1768035600000, 1768035600000, '{}');
-- want wf-8 cancelled task 8
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs") VALUES ('wf-8', 'task 8', 'CANCELLED', 1768035600000, 1768035600000, '{}');
-- Python pickles what goes in and comes out.
-- want wf-9 done task 9
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs", "output", "error", "completed_at") VALUES ('wf-9', 'task 9', 'SUCCESS', 1768035600000, 1768035600000, 'gASVJwAAAAAAAAB9lCiMBGFyZ3OUjAthQGIuZXhhbXBsZZSFlIwGa3dhcmdzlH2UdS4=', 'gASVLwAAAAAAAACMK0kgbmVlZCBwZXJtaXNzaW9uIHRvIGFjY2VzcyB0aGUgcmVwb3NpdG9yeS6ULg==', NULL, 1768036800000);
-- want wf-10 failed task 10
INSERT INTO "workflow_status" ("workflow_uuid", "name", "status", "created_at", "updated_at", "inputs", "output", "error", "completed_at") VALUES ('wf-10', 'task 10', 'ERROR', 1768035600000, 1768035600000, 'gASVJwAAAAAAAAB9lCiMBGFyZ3OUjAthQGIuZXhhbXBsZZSFlIwGa3dhcmdzlH2UdS4=', NULL, 'gASVLwAAAAAAAACMCGJ1aWx0aW5zlIwKVmFsdWVFcnJvcpSTlIwNbm8gc3VjaCBvcmRlcpSFlFKULg==', 1768036800000);
