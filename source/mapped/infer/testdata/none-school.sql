CREATE TABLE students (id INTEGER PRIMARY KEY, name TEXT, email TEXT);
CREATE TABLE assignments (id INTEGER PRIMARY KEY, course_id INTEGER, title TEXT, due_date TEXT, points INTEGER);
CREATE TABLE submissions (id INTEGER PRIMARY KEY, assignment_id INTEGER, student_id INTEGER, status TEXT, grade REAL, submitted_at TEXT, graded_at TEXT);
INSERT INTO assignments VALUES (1,1,'Essay','2026-05-10',10);
INSERT INTO submissions VALUES (1,1,1,'submitted',NULL,'2026-05-01',NULL),(2,1,2,'graded',5.5,'2026-05-01','2026-05-02'),(3,1,3,'pending',NULL,NULL,NULL);
