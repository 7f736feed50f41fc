CREATE TABLE achievements (id TEXT PRIMARY KEY, student_id TEXT, title TEXT, status TEXT DEFAULT 'pending', submitted_at TEXT, created_at TEXT);
CREATE TABLE approval_records (id TEXT PRIMARY KEY, achievement_id TEXT NOT NULL REFERENCES achievements(id), reviewer_id TEXT, status INTEGER NOT NULL DEFAULT 0, feedback TEXT, reviewed_at TEXT, created_at TEXT);
CREATE TABLE users (id TEXT PRIMARY KEY, username TEXT, password_hash TEXT, role TEXT);
INSERT INTO achievements VALUES ('a1','s1','Swimming cup','approved','2026-01-01 00:00:00','2026-01-01 00:00:00'),('a2','s1','Chess cup','pending','2026-01-01 00:00:00','2026-01-01 00:00:00'),('a3','s2','Maths prize','rejected','2026-01-01 00:00:00','2026-01-01 00:00:00');
INSERT INTO approval_records VALUES ('r1','a1','u1',1,'well done','2026-01-02 00:00:00','2026-01-02 00:00:00'),('r2','a3','u1',0,'no proof','2026-01-02 00:00:00','2026-01-02 00:00:00');
