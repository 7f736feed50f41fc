CREATE TABLE servers (id INTEGER PRIMARY KEY, name TEXT, ip TEXT, status TEXT, last_seen TEXT, created_at TEXT);
CREATE TABLE services (id INTEGER PRIMARY KEY, server_id INTEGER, name TEXT, port INTEGER, status TEXT, started_at TEXT);
INSERT INTO servers VALUES (1,'s1','1.1.1.1','running','2026-05-01 11:59:00','2026-01-01'),(2,'s2','1.1.1.2','stopped','2026-05-01 11:59:00','2026-01-01');
INSERT INTO services VALUES (1,1,'web',80,'running','2026-05-01 00:00:00'),(2,1,'db',5432,'failed','2026-05-01 00:00:00');
