CREATE TABLE contacts (id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, email TEXT, phone TEXT, status TEXT);
CREATE TABLE deals (id INTEGER PRIMARY KEY, contact_id INTEGER, title TEXT, amount REAL, currency TEXT, stage TEXT, created_at TEXT, closed_at TEXT);
INSERT INTO contacts VALUES (1,'A','B','a@b','1','active');
INSERT INTO deals VALUES (1,1,'Big deal',100.0,'EUR','open','2026-05-01',NULL),(2,1,'Small deal',1.0,'EUR','won','2026-05-01','2026-05-02');
