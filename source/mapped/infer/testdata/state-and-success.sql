CREATE TABLE jobs (id integer primary key, queue text NOT NULL DEFAULT 'default', retries int NOT NULL DEFAULT 0, payload jsonb NOT NULL, state int NOT NULL DEFAULT 0, success boolean, error text, created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP, updated_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP, completed_at timestamptz);
INSERT INTO jobs VALUES (1,'mail',0,'{"type":"welcome","to":"ann@a.org"}',2,1,NULL,'2026-05-01 10:00:00','2026-05-01 10:01:00','2026-05-01 10:01:00'),(2,'mail',2,'{"type":"invoice","to":"bob@a.org"}',2,0,'no such mailbox','2026-05-01 10:00:00','2026-05-01 10:03:00','2026-05-01 10:03:00'),(3,'mail',0,'{"type":"digest","to":"cat@a.org"}',1,NULL,NULL,'2026-05-01 11:50:00','2026-05-01 11:59:00',NULL),(4,'mail',0,'{"type":"welcome","to":"dan@a.org"}',0,NULL,NULL,'2026-05-01 11:55:00','2026-05-01 11:55:00',NULL),(5,'mail',0,'{"type":"digest","to":"eve@a.org"}',0,NULL,NULL,'2026-05-01 11:56:00','2026-05-01 11:56:00',NULL);
--> jobs 1 done welcome
--> jobs 2 failed invoice
--> jobs 3 queued digest
--> jobs 4 queued welcome
--> jobs 5 queued digest
--= jobs error=error; attempts=retries; created=created_at; finished=completed_at
