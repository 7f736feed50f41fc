CREATE TABLE feeds (id INTEGER PRIMARY KEY, url TEXT, title TEXT, last_fetched_at INTEGER, error TEXT, interval INTEGER);
CREATE TABLE entries (id INTEGER PRIMARY KEY, feed_id INTEGER REFERENCES feeds(id), title TEXT, url TEXT, content TEXT, published_at INTEGER, status TEXT, starred INTEGER);
INSERT INTO feeds VALUES (1,'https://f','F',1777630000,NULL,60);
INSERT INTO entries VALUES (1,1,'News','https://f/1','..',1777630000,'unread',0),(2,1,'Old','https://f/2','..',1777620000,'read',1);
