CREATE TABLE agent_tasks (id INTEGER PRIMARY KEY, description TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('pending','running','review','merged','closed','failed')), pull_request_url TEXT, depends_on TEXT NOT NULL DEFAULT '[]', created_at TEXT, updated_at TEXT);
INSERT INTO agent_tasks VALUES (1,'Add a cache','merged','https://x/1','[]','2026-05-01 10:00:00','2026-05-01 11:00:00'),(2,'Add a queue','review','https://x/2','[]','2026-05-01 10:00:00','2026-05-01 11:00:00'),(3,'Add a topic','closed',NULL,'[]','2026-05-01 10:00:00','2026-05-01 11:00:00'),(4,'Add a shard','running',NULL,'[]','2026-05-01 10:00:00','2026-05-01 11:00:00'),(5,'Add a ring','pending',NULL,'[4]','2026-05-01 10:00:00','2026-05-01 11:00:00'),(6,'Add a log','pending',NULL,'[1]','2026-05-01 10:00:00','2026-05-01 11:00:00'),(7,'Add a bug','failed',NULL,'[]','2026-05-01 10:00:00','2026-05-01 11:00:00');
--> agent_tasks 1 done Add a cache
--> agent_tasks 2 done Add a queue
--> agent_tasks 3 cancelled Add a topic
--> agent_tasks 4 active Add a shard
--> agent_tasks 5 blocked Add a ring
--> agent_tasks 6 queued Add a log
--> agent_tasks 7 failed Add a bug
