CREATE TABLE payments (id INTEGER PRIMARY KEY, invoice_id INTEGER, amount_cents INTEGER, currency TEXT, status TEXT, error_message TEXT, attempts INTEGER, processed_at TEXT, created_at TEXT);
CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER, total_cents INTEGER, status TEXT, due_date TEXT);
INSERT INTO payments VALUES (1,1,100,'EUR','succeeded',NULL,1,'2026-05-01','2026-05-01'),(2,1,100,'EUR','failed','declined',1,NULL,'2026-05-01'),(3,1,100,'EUR','pending',NULL,0,NULL,'2026-05-01');
INSERT INTO invoices VALUES (1,1,100,'open','2026-05-01');
