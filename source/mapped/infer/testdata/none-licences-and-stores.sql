CREATE TABLE licenses (id TEXT PRIMARY KEY, store_id TEXT, license_key TEXT, status TEXT, expires_at TEXT, activated_at TEXT, created_at TEXT);
CREATE TABLE activations (id TEXT PRIMARY KEY, license_id TEXT, device_id TEXT, success INTEGER, error TEXT, created_at TEXT);
CREATE TABLE stores (id TEXT PRIMARY KEY, name TEXT, phone TEXT, address TEXT);
INSERT INTO stores VALUES ('s1','Corner','1','x');
INSERT INTO licenses VALUES ('l1','s1','AAA','active','2027-01-01','2026-01-01','2026-01-01'),('l2','s1','BBB','expired','2026-01-01','2025-01-01','2025-01-01'),('l3','s1','CCC','pending',NULL,NULL,'2026-01-01');
INSERT INTO activations VALUES ('x1','l1','d1',1,NULL,'2026-01-01 10:00:00'),('x2','l2','d1',0,'licence has expired','2026-01-01 10:00:00');
