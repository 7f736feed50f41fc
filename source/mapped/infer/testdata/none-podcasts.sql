CREATE TABLE podcasts (id INTEGER PRIMARY KEY, title TEXT, feed_url TEXT, author TEXT);
CREATE TABLE episodes (id INTEGER PRIMARY KEY, podcast_id INTEGER REFERENCES podcasts(id), title TEXT, url TEXT, duration INTEGER, position INTEGER, played INTEGER, download_status TEXT, published_at TEXT, file_path TEXT);
INSERT INTO episodes VALUES (1,1,'One','https://x',100,10,1,'downloaded','2026-05-01','/a'),(2,1,'Two','https://x',100,0,0,'none','2026-05-01',NULL);
