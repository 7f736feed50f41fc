CREATE TABLE jobs (
    job_id INTEGER PRIMARY KEY, -- unique internal number
    status INTEGER,             -- processing status. -1: hold; 0: waiting; 1: submitted; 2: queued; 3: running; 4: done; >= 5: special
    queue_id INTEGER,           -- queue identifier
    name TEXT,                  -- name of the group
    jobfile TEXT,               -- commands file
    outlog TEXT,                -- log path
    t_submit DATETIME           -- submission time
);
INSERT INTO jobs VALUES (1,4,1,'scan A','a.sh','a.log','2026-05-01 09:00:00'),(2,4,1,'scan B','b.sh','b.log','2026-05-01 09:00:00'),(3,3,1,'scan C','c.sh','c.log','2026-05-01 11:00:00'),(4,0,1,'scan D','d.sh','d.log',NULL),(5,-1,1,'scan E','e.sh','e.log',NULL),(6,2,1,'scan F','f.sh','f.log','2026-05-01 11:50:00');
--> jobs 1 done scan A
--> jobs 2 done scan B
--> jobs 3 active scan C
--> jobs 5 blocked scan E
--> jobs 6 queued scan F
--= jobs created=t_submit
