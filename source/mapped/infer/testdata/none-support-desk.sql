CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), subject TEXT, status TEXT, channel TEXT, email TEXT, phone TEXT, created_at TEXT, resolved_at TEXT, rating INTEGER);
INSERT INTO tickets VALUES (1,1,'Broken','open','mail','a@b','1','2026-05-01',NULL,NULL),(2,1,'Late','resolved','mail','a@b','1','2026-05-01','2026-05-02',5),(3,1,'Lost','pending','mail','a@b','1','2026-05-01',NULL,NULL);
