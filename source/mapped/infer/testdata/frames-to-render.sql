CREATE TABLE jobs (id TEXT UNIQUE, status TEXT, path TEXT, start_frame INTEGER, end_frame INTEGER, render_nodes BLOB, time_start REAL, time_stop REAL, frames_completed BLOB, queue_position INTEGER, timestamp FLOAT);
INSERT INTO jobs VALUES ('j-aa','Finished','/proj/intro.blend',1,250,x'00',1777629600.1,1777631600.1,x'00',0,1777629000.1),('j-bb','Rendering','/proj/title.blend',1,100,x'00',1777636000.1,NULL,x'00',0,1777635000.1),('j-cc','Waiting','/proj/outro.blend',1,90,x'00',NULL,NULL,x'00',1,1777636000.1),('j-dd','Stopped','/proj/test.blend',1,9,x'00',1777632600.1,1777632700.1,x'00',0,1777632000.1);
--> jobs j-aa done /proj/intro.blend
--> jobs j-bb active /proj/title.blend
--> jobs j-cc queued /proj/outro.blend
--> jobs j-dd cancelled /proj/test.blend
--= jobs created=timestamp; started=time_start; finished=time_stop
