CREATE TABLE jobs (id TEXT PRIMARY KEY, type TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', progress INTEGER, total INTEGER, message TEXT, result TEXT, error TEXT, workspace_id TEXT, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
CREATE INDEX idx_jobs_status ON jobs(status);
CREATE TABLE workspaces (id TEXT PRIMARY KEY, name TEXT, status TEXT, created_at TEXT);
INSERT INTO workspaces VALUES ('w1','Acme','active','2026-01-01T00:00:00Z');
INSERT INTO jobs VALUES ('j-01','site-audit','done',40,40,'Audit complete','{"pages":40}',NULL,'w1','2026-05-01T10:00:00Z','2026-05-01T10:04:00Z'),('j-02','keyword-import','error',3,90,'Importing','null','CSV has no header','w1','2026-05-01T10:10:00Z','2026-05-01T10:12:00Z'),('j-03','site-audit','running',12,40,'Crawling /blog',NULL,NULL,'w1','2026-05-01T11:50:00Z','2026-05-01T11:59:00Z'),('j-04','schema-gen','pending',NULL,NULL,NULL,NULL,NULL,'w1','2026-05-01T11:58:00Z','2026-05-01T11:58:00Z'),('j-05','schema-gen','cancelled',NULL,NULL,'Cancelled by user',NULL,NULL,'w1','2026-05-01T11:00:00Z','2026-05-01T11:01:00Z');
--> jobs j-01 done site-audit
--> jobs j-02 failed keyword-import
--> jobs j-03 active site-audit
--> jobs j-04 queued schema-gen
--> jobs j-05 cancelled schema-gen
--= jobs error=error; created=created_at
