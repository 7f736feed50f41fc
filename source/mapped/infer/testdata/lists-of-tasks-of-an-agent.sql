CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, parent_id INTEGER, status TEXT NOT NULL DEFAULT 'todo', created_at TIMESTAMP, updated_at TIMESTAMP, FOREIGN KEY (parent_id) REFERENCES tasks(id));
CREATE TABLE task_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL REFERENCES tasks(id), message TEXT NOT NULL, created_at TIMESTAMP);
CREATE TABLE task_reviews (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL REFERENCES tasks(id), message TEXT NOT NULL, attachment TEXT, status TEXT NOT NULL DEFAULT 'pending', feedback TEXT, created_at TIMESTAMP);
CREATE TABLE work_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, task_id INTEGER NOT NULL REFERENCES tasks(id), created_at TIMESTAMP);
INSERT INTO tasks VALUES (1,'Make the parser','',  'completed','2026-05-01 09:00:00','2026-05-01 10:00:00'),(2,'Make the printer',1,'in-progress','2026-05-01 09:00:00','2026-05-01 11:59:00'),(3,'Make the tests',1,'todo','2026-05-01 09:00:00','2026-05-01 09:00:00'),(4,'Make the docs',1,'in-review','2026-05-01 09:00:00','2026-05-01 11:00:00');
INSERT INTO task_logs VALUES (1,1,'done, next the printer','2026-05-01 10:00:00');
INSERT INTO task_reviews VALUES (1,4,'Please read','docs.md','pending',NULL,'2026-05-01 11:00:00');
INSERT INTO work_queue VALUES (1,3,'2026-05-01 09:00:00');
--> tasks 1 done Make the parser
--> tasks 2 active Make the printer
--> tasks 3 queued Make the tests
--> tasks 4 active Make the docs
--= tasks created=created_at
