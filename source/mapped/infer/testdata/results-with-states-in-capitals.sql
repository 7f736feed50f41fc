CREATE TABLE results_taskmeta (id INTEGER PRIMARY KEY, task_id VARCHAR(155) UNIQUE, status VARCHAR(50), result BLOB, date_done DATETIME, traceback TEXT, name VARCHAR(155), args BLOB, kwargs BLOB, worker VARCHAR(155), retries INTEGER, queue VARCHAR(155));
CREATE TABLE results_tasksetmeta (id INTEGER PRIMARY KEY, taskset_id VARCHAR(155) UNIQUE, result BLOB, date_done DATETIME);
INSERT INTO results_taskmeta VALUES (1,'0a6f2e6e-1111-4000-8000-000000000001','SUCCESS',x'80','2026-05-01 10:00:00',NULL,'shop.mail',x'80',x'80','w@h',0,'celery'),(2,'0a6f2e6e-1111-4000-8000-000000000002','FAILURE',x'80','2026-05-01 10:00:00','Traceback (most recent call last): boom','shop.bill',x'80',x'80','w@h',3,'celery'),(3,'0a6f2e6e-1111-4000-8000-000000000003','STARTED',x'80','2026-05-01 11:59:00',NULL,'shop.mail',x'80',x'80','w@h',0,'celery'),(4,'0a6f2e6e-1111-4000-8000-000000000004','PENDING',NULL,NULL,NULL,'shop.mail',NULL,NULL,NULL,0,'celery'),(5,'0a6f2e6e-1111-4000-8000-000000000005','RETRY',NULL,'2026-05-01 11:59:00','Retry','shop.sync',NULL,NULL,'w@h',1,'celery'),(6,'0a6f2e6e-1111-4000-8000-000000000006','REVOKED',NULL,'2026-05-01 11:59:00',NULL,'shop.sync',NULL,NULL,'w@h',1,'celery');
--> results_taskmeta 1 done shop.mail
--> results_taskmeta 2 failed shop.bill
--> results_taskmeta 3 active shop.mail
--> results_taskmeta 4 queued shop.mail
--> results_taskmeta 5 scheduled shop.sync
--> results_taskmeta 6 cancelled shop.sync
