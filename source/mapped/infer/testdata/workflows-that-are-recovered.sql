CREATE TABLE workflow_runs (run_uuid TEXT PRIMARY KEY, status TEXT, name TEXT, output TEXT, error TEXT, executor_id TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, queue_name TEXT, started_at_epoch_ms INTEGER, recovery_attempts INTEGER DEFAULT 0, inputs TEXT);
INSERT INTO workflow_runs VALUES ('u1','SUCCESS','checkout','{"ok":true}',NULL,'e1',1777630000000,1777631000000,NULL,1777630000000,1,'[]'),('u2','ERROR','refund',NULL,'ValueError: no card','e1',1777630000000,1777631000000,NULL,1777630000000,1,'[]'),('u3','PENDING','checkout',NULL,NULL,'e1',1777636700000,1777636700000,NULL,1777636700000,1,'[]'),('u4','ENQUEUED','export',NULL,NULL,NULL,1777636700000,1777636700000,'slow',NULL,0,'[]'),('u5','CANCELLED','export',NULL,NULL,'e1',1777630000000,1777631000000,'slow',1777630000000,1,'[]');
--> workflow_runs u1 done checkout
--> workflow_runs u2 failed refund
--> workflow_runs u3 active checkout
--> workflow_runs u4 queued export
--> workflow_runs u5 cancelled export
