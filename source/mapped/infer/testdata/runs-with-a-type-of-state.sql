CREATE TABLE flow (id CHAR(36) PRIMARY KEY, name VARCHAR NOT NULL, tags JSON);
CREATE TABLE flow_run (id CHAR(36) PRIMARY KEY, created TIMESTAMP, updated TIMESTAMP, name VARCHAR NOT NULL, flow_id CHAR(36) REFERENCES flow(id), state_type VARCHAR(9), state_name VARCHAR, state_timestamp TIMESTAMP, run_count INTEGER DEFAULT 0, expected_start_time TIMESTAMP, next_scheduled_start_time TIMESTAMP, start_time TIMESTAMP, end_time TIMESTAMP, total_run_time FLOAT, parameters JSON, work_queue_name VARCHAR, infrastructure_pid VARCHAR);
CREATE TABLE task_run (id CHAR(36) PRIMARY KEY, flow_run_id CHAR(36) REFERENCES flow_run(id), name VARCHAR, state_type VARCHAR, state_name VARCHAR, start_time TIMESTAMP, end_time TIMESTAMP, run_count INTEGER);
CREATE TABLE log (id CHAR(36) PRIMARY KEY, flow_run_id CHAR(36), level INTEGER, message TEXT, timestamp TIMESTAMP);
CREATE TABLE worker (id CHAR(36) PRIMARY KEY, name VARCHAR, last_heartbeat_time TIMESTAMP, status VARCHAR);
CREATE TABLE block_document (id CHAR(36) PRIMARY KEY, name VARCHAR, data JSON);
INSERT INTO flow VALUES ('0a6f2e6e-1111-4000-8000-000000000001','etl','[]');
INSERT INTO worker VALUES ('0a6f2e6e-1111-4000-8000-000000000009','w','2026-05-01 11:59:50','ONLINE');
INSERT INTO flow_run (id,name,flow_id,state_type,state_name,run_count,expected_start_time,start_time,end_time,created,parameters) VALUES
 ('0a6f2e6e-1111-4000-8000-000000000011','hungry-otter','0a6f2e6e-1111-4000-8000-000000000001','COMPLETED','Completed',1,'2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:01:00','2026-05-01 09:00:00','{}'),
 ('0a6f2e6e-1111-4000-8000-000000000012','sharp-lynx','0a6f2e6e-1111-4000-8000-000000000001','FAILED','Failed',1,'2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:01:00','2026-05-01 09:00:00','{}'),
 ('0a6f2e6e-1111-4000-8000-000000000013','calm-boar','0a6f2e6e-1111-4000-8000-000000000001','CRASHED','Crashed',1,'2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:01:00','2026-05-01 09:00:00','{}'),
 ('0a6f2e6e-1111-4000-8000-000000000014','dim-crow','0a6f2e6e-1111-4000-8000-000000000001','RUNNING','Running',1,'2026-05-01 11:50:00','2026-05-01 11:50:01',NULL,'2026-05-01 09:00:00','{}'),
 ('0a6f2e6e-1111-4000-8000-000000000015','fast-mole','0a6f2e6e-1111-4000-8000-000000000001','PENDING','Pending',0,'2026-05-01 11:50:00',NULL,NULL,'2026-05-01 09:00:00','{}'),
 ('0a6f2e6e-1111-4000-8000-000000000016','tame-newt','0a6f2e6e-1111-4000-8000-000000000001','SCHEDULED','Scheduled',0,'2026-05-02 10:00:00',NULL,NULL,'2026-05-01 09:00:00','{}'),
 ('0a6f2e6e-1111-4000-8000-000000000017','wild-wren','0a6f2e6e-1111-4000-8000-000000000001','CANCELLED','Cancelled',0,'2026-05-01 10:00:00',NULL,NULL,'2026-05-01 09:00:00','{}');
--> flow_run 0a6f2e6e-1111-4000-8000-000000000011 done hungry-otter
--> flow_run 0a6f2e6e-1111-4000-8000-000000000012 failed sharp-lynx
--> flow_run 0a6f2e6e-1111-4000-8000-000000000013 failed calm-boar
--> flow_run 0a6f2e6e-1111-4000-8000-000000000014 active dim-crow
--> flow_run 0a6f2e6e-1111-4000-8000-000000000015 queued fast-mole
--> flow_run 0a6f2e6e-1111-4000-8000-000000000016 scheduled tame-newt
--> flow_run 0a6f2e6e-1111-4000-8000-000000000017 cancelled wild-wren
