CREATE TABLE repositories (id INTEGER PRIMARY KEY, full_name TEXT, stars INTEGER);
CREATE TABLE pull_requests (id INTEGER PRIMARY KEY, repo_id INTEGER, number INTEGER, title TEXT, state TEXT, author TEXT, created_at TEXT, closed_at TEXT, merged_at TEXT, additions INTEGER, deletions INTEGER);
INSERT INTO pull_requests VALUES (1,1,1,'Fix','merged','ann','2026-05-01','2026-05-02','2026-05-02',1,2),(2,1,2,'Add','open','ann','2026-05-01',NULL,NULL,1,2),(3,1,3,'Nope','closed','ann','2026-05-01','2026-05-02',NULL,1,2);
