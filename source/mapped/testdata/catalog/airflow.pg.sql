-- The tables of Apache Airflow in PostgreSQL with the columns that matter here; names and types are from
-- github.com/apache/airflow: airflow-core/src/airflow/models/taskinstance.py, airflow/utils/state.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE dag_run (id serial PRIMARY KEY, dag_id varchar(250) NOT NULL, run_id varchar(250) NOT NULL, run_type varchar(50) NOT NULL, state varchar(50));
CREATE TABLE task_instance (id varchar(36) PRIMARY KEY, task_id varchar(250) NOT NULL, dag_id varchar(250) NOT NULL, run_id varchar(250) NOT NULL, map_index integer DEFAULT -1 NOT NULL, start_date timestamptz, end_date timestamptz, state varchar(20), try_number integer, max_tries integer DEFAULT -1, hostname varchar(1000), pool varchar(256) NOT NULL, priority_weight integer, queued_dttm timestamptz, queued_by_job_id integer, last_heartbeat_at timestamptz, updated_at timestamptz);

-- want ti-1 queued task 1
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-1', 'task 1', 'scheduled', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-2 queued task 2
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-2', 'task 2', 'queued', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-3 queued task 3
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-3', 'task 3', NULL, 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-4 active task 4
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm", "hostname", "start_date") VALUES ('ti-4', 'task 4', 'running', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000', 'h', '2026-01-10 11:59:00.250000');
-- want ti-5 active task 5
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-5', 'task 5', 'restarting', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-6 scheduled task 6
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-6', 'task 6', 'up_for_retry', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-7 scheduled task 7
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-7', 'task 7', 'up_for_reschedule', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-8 scheduled task 8
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-8', 'task 8', 'deferred', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-9 blocked task 9
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-9', 'task 9', 'upstream_failed', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-10 done task 10
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm", "start_date", "end_date") VALUES ('ti-10', 'task 10', 'success', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000', '2026-01-10 09:10:00.250000', '2026-01-10 09:20:00.250000');
-- want ti-11 done task 11
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-11', 'task 11', 'skipped', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want ti-12 failed task 12
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm", "end_date") VALUES ('ti-12', 'task 12', 'failed', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000');
-- want ti-13 cancelled task 13
INSERT INTO "task_instance" ("id", "task_id", "state", "dag_id", "run_id", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('ti-13', 'task 13', 'removed', 'd', 'r1', 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
