CREATE TABLE tbl_queued_jobs (id UUID PRIMARY KEY, command TEXT NOT NULL, payload JSONB NOT NULL, status TEXT NOT NULL CHECK (status IN ('queued','processing','done','failed')), output_directory TEXT, result JSONB, error_message TEXT, attempts INT DEFAULT 0, created_at TIMESTAMP, updated_at TIMESTAMP);
INSERT INTO tbl_queued_jobs VALUES ('9c000000-0000-4000-8000-000000000001','compress_folder','{"dir":"a"}','done','/out/a','{"files":4}',NULL,1,'2026-05-01 10:00:00','2026-05-01 10:01:00'),('9c000000-0000-4000-8000-000000000002','convert_images','{"dir":"b"}','failed','/out/b',NULL,'no such folder',3,'2026-05-01 10:00:00','2026-05-01 10:09:00'),('9c000000-0000-4000-8000-000000000003','rename_files','{"dir":"c"}','processing','/out/c',NULL,NULL,1,'2026-05-01 11:58:00','2026-05-01 11:59:00'),('9c000000-0000-4000-8000-000000000004','convert_images','{"dir":"d"}','queued',NULL,NULL,NULL,0,'2026-05-01 11:58:00','2026-05-01 11:58:00');
--> tbl_queued_jobs 9c000000-0000-4000-8000-000000000001 done compress_folder
--> tbl_queued_jobs 9c000000-0000-4000-8000-000000000002 failed convert_images
--> tbl_queued_jobs 9c000000-0000-4000-8000-000000000003 active rename_files
--> tbl_queued_jobs 9c000000-0000-4000-8000-000000000004 queued convert_images
--= tbl_queued_jobs error=error_message; attempts=attempts; created=created_at
