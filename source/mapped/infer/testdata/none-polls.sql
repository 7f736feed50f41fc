CREATE TABLE polls (id INTEGER PRIMARY KEY, question TEXT, status TEXT, opens_at TEXT, closes_at TEXT, created_by INTEGER, created_at TEXT);
CREATE TABLE votes (id INTEGER PRIMARY KEY, poll_id INTEGER REFERENCES polls(id), user_id INTEGER, choice INTEGER, created_at TEXT);
INSERT INTO polls VALUES (1,'Tea or coffee?','closed','2026-04-01 00:00:00','2026-04-02 00:00:00',1,'2026-04-01 00:00:00'),(2,'Cake or pie?','open','2026-05-01 00:00:00','2026-05-02 00:00:00',1,'2026-05-01 00:00:00'),(3,'Cats or dogs?','draft',NULL,NULL,1,'2026-05-01 00:00:00');
INSERT INTO votes VALUES (1,1,1,0,'2026-04-01 00:00:00');
