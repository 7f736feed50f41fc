CREATE TABLE shifts (id INTEGER PRIMARY KEY, staff_id INTEGER, role TEXT, start_time TEXT, end_time TEXT, status TEXT, notes TEXT, created_at TEXT);
CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, phone TEXT, hourly_rate REAL);
CREATE TABLE leave_requests (id INTEGER PRIMARY KEY, staff_id INTEGER, reason TEXT, status TEXT DEFAULT 'pending', start_date TEXT, end_date TEXT, created_at TEXT);
INSERT INTO shifts VALUES (1,1,'cook','2026-05-01 08:00:00','2026-05-01 16:00:00','scheduled','','2026-04-01 00:00:00'),(2,1,'cook','2026-04-30 08:00:00','2026-04-30 16:00:00','completed','','2026-04-01 00:00:00');
INSERT INTO leave_requests VALUES (1,1,'holiday','approved','2026-07-01','2026-07-09','2026-04-01 00:00:00'),(2,1,'moving','pending','2026-08-01','2026-08-02','2026-04-01 00:00:00'),(3,1,'party','rejected','2026-08-01','2026-08-02','2026-04-01 00:00:00');
