CREATE TABLE states (state_id INTEGER PRIMARY KEY, entity_id TEXT, state VARCHAR(255), attributes TEXT, last_changed_ts FLOAT, last_updated_ts FLOAT, old_state_id INTEGER, metadata_id INTEGER);
CREATE TABLE states_meta (metadata_id INTEGER PRIMARY KEY, entity_id VARCHAR(255));
CREATE TABLE events (event_id INTEGER PRIMARY KEY, event_type TEXT, event_data TEXT, origin_idx INTEGER, time_fired_ts FLOAT);
CREATE TABLE recorder_runs (run_id INTEGER PRIMARY KEY, start DATETIME, "end" DATETIME, closed_incorrect BOOLEAN, created DATETIME);
CREATE TABLE statistics_runs (run_id INTEGER PRIMARY KEY, start DATETIME);
INSERT INTO states VALUES (1,'light.hall','on','{}',1777630000.5,1777630000.5,NULL,1),(2,'light.hall','off','{}',1777631000.5,1777631000.5,1,1),(3,'vacuum.bob','cleaning','{}',1777632000.5,1777632000.5,NULL,2),(4,'vacuum.bob','error','{}',1777633000.5,1777633000.5,3,2),(5,'vacuum.bob','idle','{}',1777634000.5,1777634000.5,4,2);
INSERT INTO events VALUES (1,'call_service','{"domain":"light"}',0,1777630000.4);
INSERT INTO recorder_runs VALUES (1,'2026-04-30 10:00:00','2026-05-01 09:00:00',0,'2026-04-30 10:00:00'),(2,'2026-05-01 09:01:00',NULL,0,'2026-05-01 09:01:00');
