-- The name says history; the rows are what runs now, too.
CREATE TABLE core_user (id INTEGER PRIMARY KEY, email TEXT, first_name TEXT, last_name TEXT, password TEXT, is_active BOOLEAN);
CREATE TABLE report_card (id INTEGER PRIMARY KEY, name TEXT, description TEXT, dataset_query TEXT, display TEXT, archived BOOLEAN, created_at TEXT);
CREATE TABLE metabase_database (id INTEGER PRIMARY KEY, name TEXT, engine TEXT, is_full_sync BOOLEAN, metadata_sync_schedule TEXT);
CREATE TABLE task_history (id INTEGER PRIMARY KEY, task varchar(254) NOT NULL, db_id integer, started_at timestamp NOT NULL, ended_at timestamp, duration integer, task_details text, status varchar(21) NOT NULL DEFAULT 'started', logs text);
INSERT INTO report_card VALUES (1,'Sales','','{}','bar',0,'2026-04-01');
INSERT INTO metabase_database VALUES (1,'Shop','postgres',1,'0 50 * * * ? *');
INSERT INTO task_history VALUES
(1,'sync-tables',1,'2026-05-01 11:59:00',NULL,NULL,NULL,'started',NULL),
(2,'sync-tables',1,'2026-05-01 10:59:00','2026-05-01 10:59:30',30000,'{"total":3}','success',NULL),
(3,'field values scanning',1,'2026-05-01 09:59:00','2026-05-01 09:59:30',30000,'{"exception":"class java.sql.SQLException","message":"connection refused"}','failed',NULL),
(4,'send-pulses',NULL,'2026-05-01 08:59:00','2026-05-01 08:59:30',30000,NULL,'success',NULL);
--> task_history 1 active sync-tables
--> task_history 2 done sync-tables
--> task_history 3 failed field values scanning
--> task_history 4 done send-pulses
--= task_history started=started_at; finished=ended_at
