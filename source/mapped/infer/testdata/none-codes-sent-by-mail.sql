CREATE TABLE otp_codes (id INTEGER PRIMARY KEY, email TEXT NOT NULL, code TEXT NOT NULL, purpose TEXT, attempts INTEGER DEFAULT 0, max_attempts INTEGER DEFAULT 5, expires_at TEXT NOT NULL, used_at TEXT, created_at TEXT);
CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password_hash TEXT, failed_attempts INTEGER, locked_until TEXT);
CREATE TABLE sessions (id TEXT PRIMARY KEY, user_id INTEGER, token TEXT, expires_at TEXT, created_at TEXT);
INSERT INTO otp_codes VALUES (1,'a@a.org','123456','login',1,5,'2026-05-01 10:10:00','2026-05-01 10:01:00','2026-05-01 10:00:00'),(2,'b@a.org','223456','login',0,5,'2026-05-01 12:10:00',NULL,'2026-05-01 12:00:00');
INSERT INTO users VALUES (1,'a@a.org','x',0,NULL),(2,'b@a.org','x',5,'2026-05-01 13:00:00');
INSERT INTO sessions VALUES ('s',1,'t','2026-06-01 10:00:00','2026-05-01 10:00:00');
