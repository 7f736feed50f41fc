-- A household: stock, chores, a few things to do, batteries.
CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT NOT NULL, location_id INTEGER, min_stock_amount REAL, default_best_before_days INTEGER, active TINYINT);
CREATE TABLE stock (id INTEGER PRIMARY KEY, product_id INTEGER, amount REAL, best_before_date DATE, purchased_date DATE, stock_id TEXT, price REAL, open TINYINT, opened_date DATETIME);
CREATE TABLE chores (id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT, period_type TEXT NOT NULL, period_days INTEGER, next_execution_assigned_to_user_id INTEGER, active TINYINT, start_date DATETIME);
CREATE TABLE chores_log (id INTEGER PRIMARY KEY, chore_id INTEGER NOT NULL, tracked_time DATETIME, done_by_user_id INTEGER, undone TINYINT DEFAULT 0, undone_timestamp DATETIME, skipped TINYINT DEFAULT 0, scheduled_execution_time DATETIME);
CREATE TABLE tasks (id INTEGER PRIMARY KEY, name TEXT NOT NULL, description TEXT, due_date DATETIME, done TINYINT NOT NULL DEFAULT 0, done_timestamp DATETIME, category_id INTEGER, assigned_to_user_id INTEGER, row_created_timestamp DATETIME);
CREATE TABLE task_categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE batteries (id INTEGER PRIMARY KEY, name TEXT, used_in TEXT, charge_interval_days INTEGER);
INSERT INTO products VALUES (1,'Milk',1,2,5,1),(2,'Flour',2,1,200,1);
INSERT INTO chores VALUES (1,'Vacuum','', 'weekly',7,1,1,'2026-01-01'),(2,'Water plants','','daily',1,2,1,'2026-01-01');
INSERT INTO chores_log VALUES (1,1,'2026-04-30 10:00:00',1,0,NULL,0,'2026-04-30 00:00:00'),(2,2,'2026-05-01 09:00:00',2,0,NULL,0,'2026-05-01 00:00:00'),(3,2,NULL,2,0,NULL,1,'2026-04-30 00:00:00');
INSERT INTO tasks VALUES (1,'Fix the lamp','','2026-05-03',0,NULL,1,1,'2026-04-20 10:00:00'),(2,'Call the plumber','','2026-04-28',1,'2026-04-27 18:00:00',1,2,'2026-04-20 10:00:00'),(3,'Renew the passport',NULL,NULL,0,NULL,NULL,NULL,'2026-04-20 10:00:00');
