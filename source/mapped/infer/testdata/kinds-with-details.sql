CREATE TABLE errands (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, payload TEXT, state TEXT, attempts INTEGER, created_at TEXT);
INSERT INTO errands VALUES (1,'fetch','{"prompt":"Get the weather of Oslo"}','done',1,'2026-05-01T10:00:00Z'),(2,'fetch','{"prompt":"Get the tides of Brest"}','running',1,'2026-05-01T11:00:00Z'),(3,'tell','{"prompt":"Tell the crew"}','failed',3,'2026-05-01T09:00:00Z'),(4,'tell','{"prompt":"Tell the port"}','queued',0,'2026-05-01T11:59:00Z');
--> errands 1 done fetch: Get the weather of Oslo
--> errands 2 active fetch: Get the tides of Brest
--> errands 3 failed tell: Tell the crew
--> errands 4 queued tell: Tell the port
