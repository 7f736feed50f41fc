CREATE TABLE experiments (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE runs (run_id TEXT PRIMARY KEY, experiment_id INTEGER, name TEXT, user_id TEXT, status TEXT, start_time INTEGER, end_time INTEGER, artifact_uri TEXT, lifecycle_stage TEXT);
CREATE TABLE metrics (run_id TEXT, key TEXT, value REAL, step INTEGER, timestamp INTEGER);
CREATE TABLE params (run_id TEXT, key TEXT, value TEXT);
INSERT INTO runs VALUES ('r1',1,'lr=1','u','FINISHED',1777630000000,1777631000000,'s3://','active'),('r2',1,'lr=2','u','RUNNING',1777630000000,NULL,'s3://','active'),('r3',1,'lr=3','u','FAILED',1777630000000,1777631000000,'s3://','active');
