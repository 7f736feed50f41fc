CREATE TABLE users (user_id INTEGER PRIMARY KEY, username TEXT, full_name TEXT, email TEXT, phone TEXT, experience TEXT, skills TEXT, resume_text TEXT, created_at TIMESTAMP, updated_at TIMESTAMP);
CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, description TEXT, requirements TEXT, location TEXT, salary TEXT, is_active BOOLEAN DEFAULT 1, created_at TIMESTAMP);
CREATE TABLE applications (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER, job_id INTEGER, status TEXT DEFAULT 'pending', applied_at TIMESTAMP, FOREIGN KEY (job_id) REFERENCES jobs (id));
INSERT INTO jobs VALUES (1,'Cook','Cooks','none','Rome','900',1,'2026-01-01 00:00:00'),(2,'Driver','Drives','none','Rome','900',0,'2026-01-01 00:00:00');
INSERT INTO applications VALUES (1,1,1,'pending','2026-02-01 00:00:00'),(2,1,2,'rejected','2026-02-01 00:00:00'),(3,2,1,'accepted','2026-02-01 00:00:00');
