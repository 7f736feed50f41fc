CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT, price REAL);
CREATE TABLE bookings (id INTEGER PRIMARY KEY, room_id INTEGER, customer_name TEXT, phone TEXT, status TEXT, start_date TEXT, end_date TEXT, total REAL, created_at TEXT);
INSERT INTO bookings VALUES (1,1,'Ann','1','confirmed','2026-05-01','2026-05-03',100,'2026-04-01'),(2,1,'Ben','2','pending','2026-05-01','2026-05-03',100,'2026-04-01'),(3,1,'Cem','2','cancelled','2026-05-01','2026-05-03',100,'2026-04-01'),(4,1,'Dot','2','completed','2026-05-01','2026-05-03',100,'2026-04-01');
