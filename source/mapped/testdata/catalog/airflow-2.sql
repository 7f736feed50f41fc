-- The tables of Apache Airflow 2 with the columns that matter here; names and types are from
-- github.com/apache/airflow v2-10-stable: airflow/models/taskinstance.py, airflow/jobs/job.py, airflow/utils/state.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE dag_run (id INTEGER NOT NULL PRIMARY KEY, dag_id VARCHAR(250) NOT NULL, run_id VARCHAR(250) NOT NULL, run_type VARCHAR(50) NOT NULL, state VARCHAR(50));
CREATE TABLE job (id INTEGER NOT NULL PRIMARY KEY, state VARCHAR(20), job_type VARCHAR(30), latest_heartbeat TIMESTAMP, hostname VARCHAR(500));
CREATE TABLE task_instance (task_id VARCHAR(250) NOT NULL, dag_id VARCHAR(250) NOT NULL, run_id VARCHAR(250) NOT NULL, map_index INTEGER DEFAULT -1 NOT NULL, start_date TIMESTAMP, end_date TIMESTAMP, state VARCHAR(20), try_number INTEGER, max_tries INTEGER DEFAULT -1, hostname VARCHAR(1000), job_id INTEGER, pool VARCHAR(256) NOT NULL, priority_weight INTEGER, queued_dttm TIMESTAMP, queued_by_job_id INTEGER, updated_at TIMESTAMP, PRIMARY KEY (dag_id, task_id, run_id, map_index));

INSERT INTO "job" ("id", "state", "job_type", "latest_heartbeat") VALUES (1, 'running', 'LocalTaskJob', '2026-01-10 11:59:00.250000');
-- want d/r1/t1/-1 queued t1
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t1', 'scheduled', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t2/-1 queued t2
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t2', 'queued', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t3/-1 queued t3
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t3', NULL, 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t4/-1 active t4
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm", "hostname", "start_date") VALUES ('t4', 'running', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000', 'h', '2026-01-10 11:59:00.250000');
-- want d/r1/t5/-1 active t5
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t5', 'restarting', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t6/-1 scheduled t6
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t6', 'up_for_retry', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t7/-1 scheduled t7
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t7', 'up_for_reschedule', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t8/-1 scheduled t8
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t8', 'deferred', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t9/-1 blocked t9
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t9', 'upstream_failed', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t10/-1 done t10
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm", "start_date", "end_date") VALUES ('t10', 'success', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000', '2026-01-10 09:10:00.250000', '2026-01-10 09:20:00.250000');
-- want d/r1/t11/-1 done t11
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t11', 'skipped', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t12/-1 failed t12
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm", "end_date") VALUES ('t12', 'failed', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000', '2026-01-10 09:20:00.250000');
-- want d/r1/t13/-1 cancelled t13
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t13', 'removed', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
-- want d/r1/t14/-1 cancelled t14
INSERT INTO "task_instance" ("task_id", "state", "dag_id", "run_id", "map_index", "pool", "try_number", "max_tries", "queued_dttm") VALUES ('t14', 'shutdown', 'd', 'r1', -1, 'default_pool', 1, 2, '2026-01-10 09:00:00.250000');
