CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT, total_amount REAL, currency TEXT, shipping_address TEXT, created_at TEXT, completed_at TEXT);
CREATE TABLE customers (id INTEGER PRIMARY KEY, email TEXT, name TEXT);
CREATE TABLE deliveries (id INTEGER PRIMARY KEY, order_id INTEGER, status TEXT, tracking_number TEXT, carrier TEXT, shipped_at TEXT);
INSERT INTO orders VALUES (1,1,'pending',9.5,'EUR','Main St 1','2026-05-01',NULL),(2,1,'processing',9.5,'EUR','Main St 1','2026-05-01',NULL),(3,1,'completed',9.5,'EUR','Main St 1','2026-05-01','2026-05-02'),(4,1,'cancelled',9.5,'EUR','Main St 1','2026-05-01',NULL);
INSERT INTO deliveries VALUES (1,3,'delivered','Z1','DHL','2026-05-01'),(2,2,'pending','Z2','DHL',NULL);
