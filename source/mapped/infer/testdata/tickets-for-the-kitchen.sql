CREATE TABLE orders (id INTEGER PRIMARY KEY, table_no TEXT, total REAL, status TEXT, customer_id INTEGER, created_at TEXT);
CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders(id), product_id INTEGER, quantity INTEGER, unit_price REAL);
CREATE TABLE print_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, tenant_id INTEGER, order_id INTEGER REFERENCES orders(id) ON DELETE CASCADE, destination TEXT DEFAULT 'kitchen', payload TEXT, status TEXT DEFAULT 'pending' CHECK(status IN ('pending','printed','failed')), attempts INTEGER DEFAULT 0, error TEXT, created_at TEXT, printed_at TEXT);
CREATE INDEX idx_print_jobs_status ON print_jobs(tenant_id, destination, status, created_at);
INSERT INTO orders VALUES (1,'4',30,'served',1,'2026-05-01 10:00:00'),(2,'5',30,'open',1,'2026-05-01 11:00:00');
INSERT INTO order_items VALUES (1,1,1,2,15),(2,2,1,2,15);
INSERT INTO print_jobs VALUES (1,1,1,'kitchen','{"lines":["2 x Soup"]}','printed',1,NULL,'2026-05-01 10:00:00','2026-05-01 10:00:03'),(2,1,1,'bar','{"lines":["1 x Tea"]}','failed',3,'printer is offline','2026-05-01 10:00:00',NULL),(3,1,2,'kitchen','{"lines":["2 x Pie"]}','pending',0,NULL,'2026-05-01 11:59:00',NULL);
--> print_jobs 1 done kitchen
--> print_jobs 2 failed bar
--> print_jobs 3 queued kitchen
--= print_jobs error=error; attempts=attempts; created=created_at; finished=printed_at
