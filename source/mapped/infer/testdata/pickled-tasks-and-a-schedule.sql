CREATE TABLE task (id INTEGER PRIMARY KEY, queue TEXT NOT NULL, data BLOB NOT NULL, priority REAL NOT NULL DEFAULT 0);
CREATE TABLE schedule (id INTEGER PRIMARY KEY, queue TEXT NOT NULL, data BLOB NOT NULL, timestamp REAL NOT NULL);
CREATE TABLE kv (queue TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (queue, key));
INSERT INTO task VALUES (1,'app',x'800495',0),(2,'app',x'800495',0);
INSERT INTO schedule VALUES (7,'app',x'800495',1777700000.5);
INSERT INTO kv VALUES ('app','r:1',x'80');
--> task 1 queued app
--> task 2 queued app
--> schedule 7 scheduled app
