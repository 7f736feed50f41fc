CREATE TABLE runs (id INTEGER PRIMARY KEY, workflow_name TEXT NOT NULL, status TEXT NOT NULL, created_at TEXT, updated_at TEXT);
CREATE TABLE phases (id INTEGER PRIMARY KEY, run_id INTEGER NOT NULL REFERENCES runs(id), name TEXT, status TEXT NOT NULL, prompt TEXT, max_retries INTEGER, retry_count INTEGER, created_at TEXT, updated_at TEXT);
INSERT INTO runs VALUES (1,'Build the mill','running','2026-05-01T10:00:00Z','2026-05-01T11:00:00Z'),(2,'Mend the lock','completed','2026-05-01T08:00:00Z','2026-05-01T09:00:00Z'),(3,'Paint the gate','failed','2026-05-01T08:00:00Z','2026-05-01T09:00:00Z');
INSERT INTO phases VALUES (1,1,'plan','completed','p',1,0,'2026-05-01T10:00:00Z','2026-05-01T10:30:00Z'),(2,1,'build','running','p',1,0,'2026-05-01T10:00:00Z','2026-05-01T11:00:00Z'),(3,2,'mend','completed','p',1,0,'2026-05-01T08:00:00Z','2026-05-01T09:00:00Z'),(4,3,'paint','failed','p',1,1,'2026-05-01T08:00:00Z','2026-05-01T09:00:00Z');
--> runs 1 active Build the mill
--> runs 2 done Mend the lock
--> runs 3 failed Paint the gate
