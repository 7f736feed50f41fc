-- Each word is a phase of the start, but the last two.
CREATE TABLE conversation_metadata (conversation_id TEXT PRIMARY KEY, title TEXT, selected_repository TEXT, accumulated_cost REAL, created_at TEXT, last_updated_at TEXT);
CREATE TABLE app_conversation_start_task (id TEXT PRIMARY KEY, created_by_user_id TEXT, status TEXT NOT NULL, detail TEXT, app_conversation_id TEXT, sandbox_id TEXT, agent_server_url TEXT, request TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
INSERT INTO conversation_metadata VALUES ('k1','Fix the login','acme/web',0.3,'2026-05-01 10:00:00','2026-05-01 10:10:00');
INSERT INTO app_conversation_start_task VALUES
('77000000000040008000000000000001','u1','WORKING',NULL,NULL,NULL,NULL,'{"title":"Fix the login","selected_repository":"acme/web"}','2026-05-01 11:59:50','2026-05-01 11:59:50'),
('77000000000040008000000000000002','u1','WAITING_FOR_SANDBOX',NULL,NULL,'sb1',NULL,'{"title":"Write a migration","selected_repository":"acme/db"}','2026-05-01 11:59:20','2026-05-01 11:59:25'),
('77000000000040008000000000000003','u1','PREPARING_REPOSITORY',NULL,NULL,'sb2','http://10.0.0.2','{"title":"Sort the menu","selected_repository":"acme/web"}','2026-05-01 11:59:00','2026-05-01 11:59:30'),
('77000000000040008000000000000004','u1','READY',NULL,'k1','sb3','http://10.0.0.3','{"title":"Fix the footer","selected_repository":"acme/web"}','2026-05-01 10:59:00','2026-05-01 10:59:30'),
('77000000000040008000000000000005','u1','ERROR','SandboxError: no image for python 3.19',NULL,'sb4',NULL,'{"title":"Upgrade python","selected_repository":"acme/api"}','2026-05-01 09:59:00','2026-05-01 09:59:30'),
('77000000000040008000000000000006','u1','READY',NULL,'k2','sb5','http://10.0.0.4','{"title":"Name the colours","selected_repository":"acme/web"}','2026-05-01 08:59:00','2026-05-01 08:59:30');
--> app_conversation_start_task 77000000000040008000000000000001 active Fix the login
--> app_conversation_start_task 77000000000040008000000000000003 active Sort the menu
--> app_conversation_start_task 77000000000040008000000000000004 done Fix the footer
--> app_conversation_start_task 77000000000040008000000000000005 failed Upgrade python
--> app_conversation_start_task 77000000000040008000000000000006 done Name the colours
--= app_conversation_start_task error=detail; created=created_at
