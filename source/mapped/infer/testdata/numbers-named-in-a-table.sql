CREATE TABLE job_status (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE print_jobs (id INTEGER PRIMARY KEY, document_name TEXT NOT NULL, owner TEXT, printer TEXT, pages INTEGER, status_id INTEGER NOT NULL REFERENCES job_status(id), submitted_at TEXT, completed_at TEXT);
INSERT INTO job_status VALUES (1,'Queued'),(2,'Printing'),(3,'Printed'),(4,'Paper jam'),(5,'Cancelled');
INSERT INTO print_jobs VALUES (1,'Report.pdf','ann','p1',3,3,'2026-05-01 10:00:00','2026-05-01 10:05:00'),(2,'Poster.ps','ben','p1',1,4,'2026-05-01 10:00:00',NULL),(3,'Letter.odt','cem','p1',1,2,'2026-05-01 11:59:00',NULL),(4,'Labels.odt','dot','p1',1,1,'2026-05-01 11:59:30',NULL),(5,'Flyer.odt','dot','p1',1,5,'2026-05-01 11:59:30',NULL);
--> print_jobs 1 done Report.pdf
--> print_jobs 2 failed Poster.ps
--> print_jobs 3 active Letter.odt
--> print_jobs 4 queued Labels.odt
--> print_jobs 5 cancelled Flyer.odt
