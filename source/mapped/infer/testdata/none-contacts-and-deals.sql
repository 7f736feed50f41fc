CREATE TABLE contacts (id TEXT PRIMARY KEY, name TEXT NOT NULL, phone TEXT, email TEXT, status TEXT DEFAULT 'new', deal_value REAL DEFAULT 0, notes TEXT, created_at TIMESTAMP);
CREATE TABLE deals (id INTEGER PRIMARY KEY, contact_id TEXT, title TEXT, stage TEXT, amount REAL, closed_at TIMESTAMP, created_at TIMESTAMP);
INSERT INTO contacts VALUES ('1','Ann','1','a@a.org','interested',9,'','2026-05-01 00:00:00'),('2','Bob','1','b@a.org','lost',9,'','2026-05-01 00:00:00');
INSERT INTO deals VALUES (1,'1','Ten lamps','won',90,'2026-04-01 00:00:00','2026-03-01 00:00:00'),(2,'2','Two beds','lost',900,'2026-04-01 00:00:00','2026-03-01 00:00:00'),(3,'2','Chairs','open',90,NULL,'2026-03-01 00:00:00');
