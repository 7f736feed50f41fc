CREATE TABLE movies (id INTEGER PRIMARY KEY, title TEXT, path TEXT, monitored INTEGER, status INTEGER, added TEXT, rating REAL);
CREATE TABLE watched (id INTEGER PRIMARY KEY, movie_id INTEGER, watched_at TEXT);
INSERT INTO movies VALUES (1,'Up','/m/up',1,1,'2026-01-01',4.5),(2,'Her','/m/her',1,2,'2026-01-01',4.1);
