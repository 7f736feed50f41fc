CREATE TABLE product (id TEXT PRIMARY KEY, title TEXT, handle TEXT, status TEXT, created_at TEXT);
CREATE TABLE "order" (id TEXT PRIMARY KEY, status TEXT, email TEXT, currency_code TEXT, created_at TEXT);
CREATE TABLE workflow_execution (id TEXT NOT NULL, workflow_id TEXT NOT NULL, transaction_id TEXT NOT NULL, run_id TEXT NOT NULL, execution TEXT, context TEXT, state TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL, deleted_at TEXT, retention_time INTEGER, PRIMARY KEY (workflow_id, transaction_id, run_id));
INSERT INTO product VALUES ('p1','Shirt','shirt','published','2026-04-01'),('p2','Hat','hat','draft','2026-04-01');
INSERT INTO "order" VALUES ('o1','pending','a@b.example','eur','2026-05-01'),('o2','completed','a@b.example','eur','2026-05-01');
INSERT INTO workflow_execution VALUES ('wf_1','create-cart','tx1','r1','{}','{}','not_started','2026-05-01 11:59:00','2026-05-01 11:59:00',NULL,NULL),('wf_2','complete-cart','tx2','r2','{}','{}','invoking','2026-05-01 11:50:00','2026-05-01 11:51:00',NULL,NULL),('wf_3','complete-cart','tx3','r3','{}','{}','compensating','2026-05-01 11:40:00','2026-05-01 11:41:00',NULL,NULL),('wf_4','create-cart','tx4','r4','{}','{}','done','2026-05-01 10:40:00','2026-05-01 10:41:00',NULL,NULL),('wf_5','complete-cart','tx5','r5','{}','{}','failed','2026-05-01 09:40:00','2026-05-01 09:41:00',NULL,NULL),('wf_6','complete-cart','tx6','r6','{}','{}','reverted','2026-05-01 08:40:00','2026-05-01 08:41:00',NULL,NULL);
--> workflow_execution wf_1 queued create-cart
--> workflow_execution wf_2 active complete-cart
--> workflow_execution wf_3 active complete-cart
--> workflow_execution wf_4 done create-cart
--> workflow_execution wf_5 failed complete-cart
--> workflow_execution wf_6 failed complete-cart
--= workflow_execution created=created_at
