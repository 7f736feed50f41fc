CREATE TABLE background_jobs (uuid TEXT PRIMARY KEY, fn TEXT NOT NULL, args_json TEXT, state TEXT NOT NULL, enqueued_at REAL, picked_at REAL, settled_at REAL, tries INTEGER DEFAULT 0, tries_max INTEGER DEFAULT 5, err TEXT, ret TEXT);
INSERT INTO background_jobs VALUES ('0a6f2e6e-1111-4000-8000-000000000001','shop.mail','{}','succeeded',1777630000.5,1777630001.5,1777630002.5,1,5,NULL,'1'),('0a6f2e6e-1111-4000-8000-000000000002','shop.bill','{}','aborted',1777630000.5,NULL,1777630002.5,0,5,NULL,NULL),('0a6f2e6e-1111-4000-8000-000000000003','shop.bill','{}','errored',1777630000.5,1777630001.5,1777630002.5,5,5,'boom',NULL),('0a6f2e6e-1111-4000-8000-000000000004','shop.sync','{}','claimed',1777636000.5,1777636601.5,NULL,1,5,NULL,NULL),('0a6f2e6e-1111-4000-8000-000000000005','shop.sync','{}','submitted',1777636000.5,NULL,NULL,0,5,NULL,NULL);
--> background_jobs 0a6f2e6e-1111-4000-8000-000000000001 done shop.mail
--> background_jobs 0a6f2e6e-1111-4000-8000-000000000002 cancelled shop.bill
--> background_jobs 0a6f2e6e-1111-4000-8000-000000000003 failed shop.bill
--> background_jobs 0a6f2e6e-1111-4000-8000-000000000004 active shop.sync
--> background_jobs 0a6f2e6e-1111-4000-8000-000000000005 queued shop.sync
