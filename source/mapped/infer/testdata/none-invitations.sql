CREATE TABLE invitations (id TEXT PRIMARY KEY, team_id TEXT NOT NULL, email TEXT NOT NULL, role TEXT NOT NULL, token TEXT, status TEXT NOT NULL DEFAULT 'pending', invited_by TEXT, expires_at TEXT, accepted_at TEXT, created_at TEXT);
CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT, plan TEXT, created_at TEXT);
INSERT INTO teams VALUES ('t','Core','free','2026-01-01T00:00:00Z');
INSERT INTO invitations VALUES ('i1','t','a@a.org','admin','x','accepted','u','2026-05-08T00:00:00Z','2026-05-01T09:00:00Z','2026-05-01T00:00:00Z'),('i2','t','b@a.org','viewer','y','pending','u','2026-05-08T00:00:00Z',NULL,'2026-05-01T00:00:00Z'),('i3','t','c@a.org','viewer','z','expired','u','2026-04-08T00:00:00Z',NULL,'2026-04-01T00:00:00Z');
