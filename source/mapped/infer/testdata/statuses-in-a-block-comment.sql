CREATE TABLE "queue" ("job_id" INTEGER, "created_timestamp" INTEGER NOT NULL, "locked_timestamp" INTEGER, "reset_count" INTEGER NOT NULL DEFAULT 0, "queue_name" TEXT NOT NULL, "job_input" BLOB NOT NULL, "job_output" BLOB, "job_status" INTEGER NOT NULL DEFAULT 0, /* 0=new, 1=running, 2=ready, 3=failed */
 PRIMARY KEY("job_id" AUTOINCREMENT));
INSERT INTO queue VALUES (1,1777629600,1777629601,0,'thumbs',x'01',x'02',2),(2,1777629600,1777629602,2,'thumbs',x'01',NULL,3),(3,1777636600,1777636700,0,'thumbs',x'01',NULL,1),(4,1777636700,NULL,0,'ocr',x'01',NULL,0),(5,1777629600,1777629604,0,'ocr',x'01',x'02',2);
--> queue 1 done thumbs
--> queue 2 failed thumbs
--> queue 3 active thumbs
--> queue 4 queued ocr
--> queue 5 done ocr
--= queue created=created_timestamp; started=locked_timestamp
