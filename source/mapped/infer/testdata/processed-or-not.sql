CREATE TABLE queue (id INTEGER PRIMARY KEY, created_timestamp TIMESTAMP NOT NULL, processed BOOLEAN DEFAULT 0 NOT NULL, url TEXT NOT NULL, cache TEXT);
INSERT INTO queue VALUES (1,'2026-05-01 10:00:00',1,'https://a.org/','<html>..</html>'),(2,'2026-05-01 10:01:00',1,'https://b.org/','<html>b</html>'),(3,'2026-05-01 11:01:00',0,'https://c.org/',NULL);
--> queue 1 done https://a.org/
--> queue 2 done https://b.org/
--> queue 3 queued https://c.org/
--= queue created=created_timestamp
