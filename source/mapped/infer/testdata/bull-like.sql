CREATE TABLE jobs (id text PRIMARY KEY NOT NULL, queue_name text NOT NULL, name text NOT NULL, status text NOT NULL, payload text, options text, return_value text, error text, logs text, progress text, created_at integer NOT NULL, updated_at integer NOT NULL, started_at integer, finished_at integer, delay_until integer, attempts integer DEFAULT 0 NOT NULL, max_attempts integer, worker_id text, lock_until integer);
INSERT INTO jobs VALUES ('a1','media','resize avatar','completed','{"id":1}','{}','"ok"',NULL,'[]','100',1777629600000,1777629700000,1777629650000,1777629700000,NULL,1,3,NULL,NULL),('a2','media','strip exif','failed','{"id":2}','{}',NULL,'corrupt file','[]','10',1777629600000,1777629800000,1777629650000,1777629800000,NULL,3,3,NULL,NULL),('a3','media','resize avatar','active','{"id":3}','{}',NULL,NULL,'[]','40',1777636000000,1777636700000,1777636700000,NULL,NULL,1,3,'w9',1777637400000),('a4','media','make poster','waiting','{"id":4}','{}',NULL,NULL,'[]','0',1777636000000,1777636000000,NULL,NULL,NULL,0,3,NULL,NULL),('a5','media','make poster','delayed','{"id":5}','{}',NULL,NULL,'[]','0',1777636000000,1777636000000,NULL,NULL,1777640000000,0,3,NULL,NULL);
--> jobs a1 done resize avatar
--> jobs a2 failed strip exif
--> jobs a3 active resize avatar
--> jobs a4 queued make poster
--> jobs a5 scheduled make poster
--= jobs error=error; attempts=attempts; created=created_at; started=started_at; finished=finished_at; run_at=delay_until
