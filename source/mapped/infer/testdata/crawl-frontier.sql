CREATE TABLE frontier (url TEXT PRIMARY KEY, host TEXT NOT NULL, depth INTEGER, state TEXT NOT NULL DEFAULT 'queued', fetched_at INTEGER, retries INTEGER DEFAULT 0, error TEXT, discovered_at INTEGER);
CREATE TABLE pages (url TEXT PRIMARY KEY, html BLOB, status INTEGER, fetched_at INTEGER);
CREATE INDEX frontier_state ON frontier(state);
INSERT INTO frontier VALUES ('https://a.org/','a.org',0,'fetched',1777636000,0,NULL,1777630000),('https://a.org/b','a.org',1,'queued',NULL,0,NULL,1777636000),('https://a.org/c','a.org',1,'fetching',NULL,0,NULL,1777636000),('https://a.org/d','a.org',1,'error',1777636000,3,'HTTP 500',1777630000);
INSERT INTO pages VALUES ('https://a.org/',x'00',200,1777636000);
--> frontier https://a.org/ done https://a.org/
--> frontier https://a.org/b queued https://a.org/b
--> frontier https://a.org/c active https://a.org/c
--> frontier https://a.org/d failed https://a.org/d
