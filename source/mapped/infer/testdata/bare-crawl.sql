CREATE TABLE pages (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT UNIQUE, source_name TEXT, html_content BLOB, fetched_at REAL);
CREATE TABLE crawl_queue (url TEXT PRIMARY KEY, state TEXT DEFAULT 'waiting');
INSERT INTO pages VALUES (1,'https://a.org/','other',x'00',1777629600.1);
INSERT INTO crawl_queue VALUES ('https://a.org/','done'),('https://a.org/2','waiting'),('https://a.org/3','waiting'),('https://a.org/4','error');
--> crawl_queue https://a.org/ done https://a.org/
--> crawl_queue https://a.org/2 queued https://a.org/2
--> crawl_queue https://a.org/3 queued https://a.org/3
--> crawl_queue https://a.org/4 failed https://a.org/4
