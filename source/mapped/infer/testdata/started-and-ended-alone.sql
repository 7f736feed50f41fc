CREATE TABLE transcode_requests (id INTEGER PRIMARY KEY, source_file TEXT NOT NULL, requested_on TEXT NOT NULL, began_on TEXT, ended_on TEXT, exit_status INTEGER, failure_message TEXT);
INSERT INTO transcode_requests VALUES (1,'a.mkv','2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:30:00',0,NULL),(2,'b.mkv','2026-05-01 10:00:00','2026-05-01 10:00:01','2026-05-01 10:30:00',1,'codec missing'),(3,'c.mkv','2026-05-01 11:00:00','2026-05-01 11:00:01',NULL,NULL,NULL),(4,'d.mkv','2026-05-01 11:00:00',NULL,NULL,NULL,NULL);
--> transcode_requests 1 done a.mkv
--> transcode_requests 2 failed b.mkv
--> transcode_requests 3 active c.mkv
--> transcode_requests 4 queued d.mkv
