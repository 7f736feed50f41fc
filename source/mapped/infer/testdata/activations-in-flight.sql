-- A broker's activations: what has ended is deleted later.
CREATE TABLE inflight_activations (id TEXT NOT NULL PRIMARY KEY, activation BLOB NOT NULL, partition INTEGER NOT NULL, kafka_offset INTEGER NOT NULL, added_at INTEGER NOT NULL, received_at INTEGER NOT NULL, processing_attempts INTEGER NOT NULL, expires_at INTEGER, delay_until INTEGER, processing_deadline_duration INTEGER NOT NULL, processing_deadline INTEGER, status TEXT NOT NULL, at_most_once INTEGER NOT NULL DEFAULT 0, application TEXT, namespace TEXT, taskname TEXT, on_attempts_exceeded INTEGER NOT NULL DEFAULT 1) STRICT;
CREATE INDEX idx_pending_activation ON inflight_activations (status, added_at, namespace, id);
INSERT INTO inflight_activations VALUES
('a1',x'0a01ff',0,10,1777636200,1777636190,0,NULL,NULL,60,NULL,'Pending',0,'web','mails','mails.tasks.send_digest',1),
('a2',x'0a02ff',0,11,1777636201,1777636191,1,NULL,NULL,60,1777636860,'Processing',0,'web','mails','mails.tasks.send_welcome',1),
('a3',x'0a03ff',0,12,1777636202,1777636192,3,NULL,NULL,60,NULL,'Failure',0,'web','files','files.tasks.shrink',1),
('a4',x'0a04ff',0,13,1777636203,1777636193,1,NULL,NULL,60,NULL,'Retry',0,'web','files','files.tasks.upload',1),
('a5',x'0a05ff',0,14,1777636204,1777636194,1,NULL,NULL,60,NULL,'Complete',0,'web','mails','mails.tasks.send_digest',1),
('a6',x'0a06ff',0,15,1777636205,1777636195,0,NULL,1777640000,60,NULL,'Delay',0,'web','mails','mails.tasks.remind',1);
--> inflight_activations a1 queued mails.tasks.send_digest
--> inflight_activations a2 active mails.tasks.send_welcome
--> inflight_activations a3 failed files.tasks.shrink
--> inflight_activations a4 scheduled files.tasks.upload
--> inflight_activations a5 done mails.tasks.send_digest
--> inflight_activations a6 scheduled mails.tasks.remind
--= inflight_activations attempts=processing_attempts; created=added_at; run_at=delay_until
