-- As a protocol between agents names its states.
CREATE TABLE a2a_tasks (id TEXT PRIMARY KEY, context_id TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'task', state TEXT NOT NULL, status_message TEXT, artifacts TEXT, history TEXT, metadata TEXT, created_at INTEGER, updated_at INTEGER);
CREATE TABLE push_configs (id TEXT PRIMARY KEY, task_id TEXT, url TEXT, token TEXT);
INSERT INTO a2a_tasks VALUES ('t1','c1','task','TASK_STATE_SUBMITTED',NULL,'[]','[{"role":"user","parts":[{"text":"Book a table"}]}]','{}',1777636700000,1777636700000),('t2','c1','task','TASK_STATE_WORKING','looking','[]','[{"role":"user","parts":[{"text":"Find a train"}]}]','{}',1777636000000,1777636100000),('t3','c2','task','TASK_STATE_INPUT_REQUIRED','Which day?','[]','[{"role":"user","parts":[{"text":"Rent a car"}]}]','{}',1777635000000,1777635100000),('t4','c2','task','TASK_STATE_COMPLETED',NULL,'[{"name":"plan"}]','[{"role":"user","parts":[{"text":"Plan a trip"}]}]','{}',1777625000000,1777625100000),('t5','c3','task','TASK_STATE_FAILED','no route','[]','[{"role":"user","parts":[{"text":"Fly home"}]}]','{}',1777615000000,1777615100000),('t6','c3','task','TASK_STATE_AUTH_REQUIRED','Log in','[]','[{"role":"user","parts":[{"text":"Pay the bill"}]}]','{}',1777635000000,1777635100000),('t7','c3','task','TASK_STATE_REJECTED','not allowed','[]','[{"role":"user","parts":[{"text":"Buy a boat"}]}]','{}',1777605000000,1777605100000);
--> a2a_tasks t1 queued
--> a2a_tasks t2 active
--> a2a_tasks t3 blocked
--> a2a_tasks t4 done
--> a2a_tasks t5 failed
--> a2a_tasks t6 blocked
--> a2a_tasks t7 failed
--= a2a_tasks created=created_at
