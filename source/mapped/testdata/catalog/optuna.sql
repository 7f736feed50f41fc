-- The tables of Optuna with the columns that matter here; names and types are from
-- github.com/optuna/optuna: optuna/storages/_rdb/models.py, optuna/trial/_state.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE studies (study_id INTEGER NOT NULL PRIMARY KEY, study_name VARCHAR(512) NOT NULL);
CREATE TABLE trials (trial_id INTEGER NOT NULL PRIMARY KEY, number INTEGER, study_id INTEGER, state VARCHAR(8) NOT NULL, datetime_start DATETIME, datetime_complete DATETIME);
CREATE TABLE trial_params (param_id INTEGER NOT NULL PRIMARY KEY, trial_id INTEGER, param_name VARCHAR(512), param_value FLOAT);
CREATE TABLE trial_values (trial_value_id INTEGER NOT NULL PRIMARY KEY, trial_id INTEGER NOT NULL, value FLOAT);
CREATE TABLE trial_heartbeats (trial_heartbeat_id INTEGER NOT NULL PRIMARY KEY, trial_id INTEGER NOT NULL UNIQUE, heartbeat DATETIME NOT NULL);

INSERT INTO "studies" ("study_id", "study_name") VALUES (1, 'tune');
-- want 1 queued tune trial 0
INSERT INTO "trials" ("trial_id", "state", "study_id", "number") VALUES (1, 'WAITING', 1, 0);
-- want 2 active tune trial 1
INSERT INTO "trials" ("trial_id", "state", "study_id", "number", "datetime_start") VALUES (2, 'RUNNING', 1, 1, '2026-01-10 11:59:00.250000');
-- want 3 done tune trial 2
INSERT INTO "trials" ("trial_id", "state", "study_id", "number", "datetime_complete") VALUES (3, 'COMPLETE', 1, 2, '2026-01-10 09:20:00.250000');
-- want 4 done tune trial 3
INSERT INTO "trials" ("trial_id", "state", "study_id", "number") VALUES (4, 'PRUNED', 1, 3);
-- want 5 failed tune trial 4
INSERT INTO "trials" ("trial_id", "state", "study_id", "number") VALUES (5, 'FAIL', 1, 4);
