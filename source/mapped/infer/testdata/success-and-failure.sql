CREATE TABLE patient_queue (job_id INTEGER PRIMARY KEY AUTOINCREMENT, queue_id VARCHAR(255) NOT NULL, type VARCHAR(255) NOT NULL, payload TEXT NOT NULL, state VARCHAR(25) NOT NULL, message TEXT, num_retries INTEGER NOT NULL DEFAULT 0, available INTEGER NOT NULL, processed INTEGER NOT NULL DEFAULT 0, expires INTEGER NOT NULL DEFAULT 0);
INSERT INTO patient_queue VALUES (1,'default','receipt','{"order":1}','success','',0,1777629600,1777629605,0),(2,'default','recurring','{"order":2}','failure','card was declined',3,1777629600,1777629705,0),(3,'default','receipt','{"order":3}','processing','',0,1777636700,0,1777637100),(4,'default','receipt','{"order":4}','queued','',0,1777636700,0,0),(5,'default','recurring','{"order":5}','queued','gateway timeout',1,1777640700,0,0);
--> patient_queue 1 done receipt
--> patient_queue 2 failed recurring
--> patient_queue 3 active receipt
--> patient_queue 4 queued receipt
--> patient_queue 5 scheduled recurring
--= patient_queue error=CASE state WHEN 'failure' THEN message END; attempts=num_retries; finished=processed; run_at=available
