CREATE TABLE stage_work (stage TEXT NOT NULL, item TEXT NOT NULL, status TEXT NOT NULL, tries INTEGER NOT NULL, lease_until INTEGER, last_error TEXT, PRIMARY KEY (stage, item));
INSERT INTO stage_work VALUES ('crop','p1','done',1,NULL,NULL),('crop','p2','processing',1,1777637100,NULL),('tag','p1','retry',2,NULL,'HTTP 429'),('tag','p2','pending',0,NULL,NULL),('tag','p3','failed',5,NULL,'no such picture');
--> stage_work crop/p1 done
--> stage_work crop/p2 active
--> stage_work tag/p1 scheduled
--> stage_work tag/p2 queued
--> stage_work tag/p3 failed
