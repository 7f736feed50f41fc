CREATE TABLE executions_visibility (namespace_id CHAR(64) NOT NULL, run_id CHAR(64) NOT NULL, start_time TIMESTAMP NOT NULL, execution_time TIMESTAMP NOT NULL, workflow_id VARCHAR(255) NOT NULL, workflow_type_name VARCHAR(255) NOT NULL, status INT NOT NULL, close_time TIMESTAMP NULL, history_length BIGINT, memo BLOB, task_queue VARCHAR(255) DEFAULT '' NOT NULL, PRIMARY KEY (namespace_id, run_id));
CREATE TABLE namespaces (id BLOB PRIMARY KEY, name TEXT, data BLOB);
CREATE TABLE queue_metadata (queue_type INT PRIMARY KEY, data BLOB);
INSERT INTO executions_visibility (namespace_id, run_id, start_time, execution_time, workflow_id, workflow_type_name, status, close_time, task_queue) VALUES
 ('n','r1','2026-05-01 10:00:00','2026-05-01 10:00:00','order-1','PayOrder',2,'2026-05-01 10:10:00','q'),('n','r2','2026-05-01 10:00:00','2026-05-01 10:00:00','order-2','PayOrder',3,'2026-05-01 10:10:00','q'),
 ('n','r3','2026-05-01 11:00:00','2026-05-01 11:00:00','order-3','PayOrder',1,NULL,'q'),('n','r4','2026-05-01 10:00:00','2026-05-01 10:00:00','order-4','PayOrder',4,'2026-05-01 10:10:00','q');
--> executions_visibility r1 done PayOrder
--> executions_visibility r2 failed PayOrder
--> executions_visibility r3 active PayOrder
--> executions_visibility r4 cancelled PayOrder
