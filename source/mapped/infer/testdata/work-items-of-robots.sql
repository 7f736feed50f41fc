CREATE TABLE work_items (id TEXT PRIMARY KEY, queue_name TEXT NOT NULL, parent_id TEXT, payload TEXT, state TEXT NOT NULL, exception_type TEXT, exception_code TEXT, exception_message TEXT, created_at TIMESTAMP NOT NULL, reserved_at TIMESTAMP, released_at TIMESTAMP, FOREIGN KEY (parent_id) REFERENCES work_items(id));
CREATE TABLE work_item_files (id INTEGER PRIMARY KEY AUTOINCREMENT, work_item_id TEXT NOT NULL REFERENCES work_items(id), filename TEXT NOT NULL, file_path TEXT NOT NULL);
CREATE INDEX work_items_state ON work_items(queue_name, state);
INSERT INTO work_items VALUES
('4b000000-0000-4000-8000-000000000001','orders','4b000000-0000-4000-8000-000000000003','{"name":"Order 11","customer":"Ann"}','PENDING',NULL,NULL,NULL,'2026-05-01 11:59:00',NULL,NULL),
('4b000000-0000-4000-8000-000000000002','orders',NULL,'{"name":"Order 12","customer":"Bob"}','RESERVED',NULL,NULL,NULL,'2026-05-01 11:50:00','2026-05-01 11:55:00',NULL),
('4b000000-0000-4000-8000-000000000003','orders',NULL,'{"name":"Order 13","customer":"Cid"}','DONE',NULL,NULL,NULL,'2026-05-01 10:50:00','2026-05-01 10:55:00','2026-05-01 10:56:00'),
('4b000000-0000-4000-8000-000000000004','orders',NULL,'{"name":"Order 14","customer":"Dan"}','FAILED','BUSINESS','NO_STOCK','Nothing left in stock','2026-05-01 09:50:00','2026-05-01 09:55:00','2026-05-01 09:56:00');
INSERT INTO work_item_files(work_item_id,filename,file_path) VALUES ('4b000000-0000-4000-8000-000000000001','order.xlsx','/x/order.xlsx');
--> work_items 4b000000-0000-4000-8000-000000000001 queued Order 11
--> work_items 4b000000-0000-4000-8000-000000000002 active Order 12
--> work_items 4b000000-0000-4000-8000-000000000003 done Order 13
--> work_items 4b000000-0000-4000-8000-000000000004 failed Order 14
--= work_items error=exception_message; created=created_at; started=reserved_at; finished=released_at
