CREATE TABLE background_jobs (id INTEGER PRIMARY KEY, status varchar(32), progress int, size int, borrowernumber int, type varchar(64), queue varchar(191) NOT NULL DEFAULT 'default', data json, context json, enqueued_on datetime, started_on datetime, ended_on datetime);
CREATE TABLE message_queue (message_id INTEGER PRIMARY KEY, letter_id int, borrowernumber int, subject text, content text, letter_code varchar(64), message_transport_type varchar(20) NOT NULL, status varchar(20) NOT NULL DEFAULT 'pending', time_queued timestamp, updated_on timestamp, to_address text, from_address text, failure_code text);
CREATE TABLE borrowers (borrowernumber INTEGER PRIMARY KEY, surname TEXT, firstname TEXT, email TEXT, address TEXT, city TEXT);
INSERT INTO borrowers VALUES (1,'Lee','Ann','a@a.org','x','y');
INSERT INTO background_jobs VALUES (1,'finished',10,10,1,'batch_item_record_modification','long_tasks','{"record_ids":[1]}','{}','2026-05-01 10:00:00','2026-05-01 10:00:05','2026-05-01 10:02:00'),(2,'failed',3,10,1,'marc_import_commit_batch','long_tasks','{"batch":1}','{}','2026-05-01 10:00:00','2026-05-01 10:03:05','2026-05-01 10:04:00'),(3,'started',3,10,1,'update_elastic_index','elastic','{"ids":[1]}','{}','2026-05-01 11:58:00','2026-05-01 11:59:05',NULL),(4,'new',0,10,1,'update_elastic_index','elastic','{"ids":[2]}','{}','2026-05-01 11:58:00',NULL,NULL),(5,'cancelled',0,10,1,'stage_marc','long_tasks','{"ids":[2]}','{}','2026-05-01 10:58:00',NULL,'2026-05-01 10:59:00');
--> background_jobs 1 done batch_item_record_modification
--> background_jobs 2 failed marc_import_commit_batch
--> background_jobs 3 active update_elastic_index
--> background_jobs 4 queued update_elastic_index
--> background_jobs 5 cancelled stage_marc
--= background_jobs created=enqueued_on; started=started_on; finished=ended_on
