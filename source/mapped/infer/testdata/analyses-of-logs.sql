CREATE TABLE projects (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at DATETIME);
CREATE TABLE log_files (id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES projects(id), filename TEXT NOT NULL, file_size INTEGER NOT NULL, line_count INTEGER NOT NULL, upload_path TEXT NOT NULL, created_at DATETIME NOT NULL);
CREATE TABLE analyses (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    log_file_id TEXT,
    analysis_type TEXT NOT NULL, -- 'file' or 'realtime'
    provider TEXT NOT NULL,
    level_filter TEXT NOT NULL,
    status INTEGER NOT NULL DEFAULT 0, -- 0=pending, 1=running, 2=completed, 3=failed
    result TEXT,
    error_message TEXT,
    started_at DATETIME NOT NULL,
    completed_at DATETIME,
    FOREIGN KEY (project_id) REFERENCES projects(id), FOREIGN KEY (log_file_id) REFERENCES log_files(id)
);
INSERT INTO projects VALUES ('p1','Router','2026-01-01 00:00:00');
INSERT INTO log_files VALUES ('l1','p1','syslog.1',900,40,'/u/1','2026-05-01 09:00:00'),('l2','p1','kern.log',900,40,'/u/2','2026-05-01 09:00:00');
INSERT INTO analyses VALUES ('an1','p1','l1','file','openai','error',2,'{"issues":3}',NULL,'2026-05-01 10:00:00','2026-05-01 10:01:00'),('an2','p1','l2','file','openai','warn',3,NULL,'quota exceeded','2026-05-01 10:00:00','2026-05-01 10:00:30'),('an3','p1','l2','file','ollama','warn',1,NULL,NULL,'2026-05-01 11:59:00',NULL),('an4','p1','l1','realtime','ollama','error',0,NULL,NULL,'2026-05-01 11:59:30',NULL);
--> analyses an1 done
--> analyses an2 failed
--> analyses an3 active
--> analyses an4 queued
--= analyses error=error_message; finished=completed_at
