CREATE TABLE queue (id INTEGER PRIMARY KEY, payload TEXT, state TEXT CHECK(state IN ('pending','processing','completed','failed','dead')), attempts INTEGER DEFAULT 0, max_retries INTEGER DEFAULT 3, next_run_at TEXT, last_error TEXT, created_at TEXT);
CREATE TABLE dlq (id INTEGER PRIMARY KEY, payload TEXT, attempts INTEGER, last_error TEXT, failed_at TEXT);
INSERT INTO queue VALUES (1,'{"command":"echo one"}','completed',1,3,NULL,NULL,'2026-05-01T10:00:00Z'),(2,'{"command":"make all"}','processing',1,3,NULL,NULL,'2026-05-01T10:00:00Z'),
 (3,'{"command":"make docs"}','failed',1,3,'2026-05-01T12:10:00Z','exit 2','2026-05-01T10:00:00Z'),(4,'{"command":"make tea"}','pending',0,3,NULL,NULL,'2026-05-01T10:00:00Z'),(5,'{"command":"make war"}','dead',3,3,NULL,'exit 1','2026-05-01T10:00:00Z');
INSERT INTO dlq VALUES (8,'{"command":"rm all"}',3,'exit 1','2026-05-01T11:00:00Z');
--> queue 1 done echo one
--> queue 2 active make all
--> queue 3 scheduled make docs
--> queue 4 queued make tea
--> queue 5 failed make war
--> dlq 8 failed rm all
