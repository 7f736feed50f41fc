CREATE TABLE projects (id TEXT PRIMARY KEY, name TEXT, budget REAL, status TEXT);
CREATE TABLE work_items (id TEXT PRIMARY KEY, project_id TEXT, name TEXT, unit TEXT, design_quantity REAL, unit_price REAL, start_date DATE, end_date DATE, status TEXT DEFAULT 'NOT_STARTED', created_at TEXT, updated_at TEXT);
CREATE TABLE materials (id TEXT PRIMARY KEY, name TEXT, unit_price REAL);
INSERT INTO projects VALUES ('p','Pier',1000,'ACTIVE');
INSERT INTO work_items VALUES ('w1','p','Piles','m',90,9.5,'2026-01-01','2026-03-01','IN_PROGRESS','2026-01-01 10:00:00','2026-05-01 10:00:00'),('w2','p','Deck','m',90,9.5,'2026-06-01','2026-08-01','NOT_STARTED','2026-01-01 10:00:00','2026-01-01 10:00:00'),('w3','p','Survey','h',9,9.5,'2025-11-01','2025-12-01','COMPLETED','2025-11-01 10:00:00','2025-12-01 10:00:00');
INSERT INTO materials VALUES ('m','Oak',5);
