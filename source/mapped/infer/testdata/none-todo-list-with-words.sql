CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password TEXT);
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT, color TEXT);
CREATE TABLE tasks (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users(id), category_id INTEGER, title TEXT, notes TEXT, status TEXT DEFAULT 'pending', priority TEXT, due_date TEXT, created_at TEXT, updated_at TEXT);
INSERT INTO users VALUES (1,'a@b','x');
INSERT INTO tasks VALUES (1,1,1,'Milk','','pending','low','2026-05-02','2026-05-01','2026-05-01'),(2,1,1,'Bread','','completed','low','2026-05-02','2026-05-01','2026-05-01'),(3,1,1,'Tea','','in_progress','low','2026-05-02','2026-05-01','2026-05-01');
