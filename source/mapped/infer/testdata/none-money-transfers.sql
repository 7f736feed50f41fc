CREATE TABLE transfers (id TEXT PRIMARY KEY, from_account TEXT, to_account TEXT, amount REAL, currency TEXT, status TEXT DEFAULT 'pending', reference TEXT, created_at TEXT, completed_at TEXT, failure_reason TEXT);
CREATE TABLE accounts (id TEXT PRIMARY KEY, owner TEXT, balance REAL);
INSERT INTO accounts VALUES ('a','Ann',10),('b','Bob',20);
INSERT INTO transfers VALUES ('t1','a','b',5,'EUR','completed','rent','2026-05-01 09:00:00','2026-05-01 09:00:01',NULL),('t2','a','b',500,'EUR','failed','car','2026-05-01 09:00:00',NULL,'insufficient funds'),('t3','a','b',5,'EUR','pending','gift','2026-05-01 11:59:00',NULL,NULL);
