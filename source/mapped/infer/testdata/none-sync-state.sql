CREATE TABLE sync_state (account TEXT PRIMARY KEY, status TEXT, last_sync_at TEXT, cursor TEXT, error TEXT);
CREATE TABLE files (id INTEGER PRIMARY KEY, path TEXT, hash TEXT, size INTEGER, status TEXT DEFAULT 'synced', modified_at TEXT);
CREATE TABLE backups (id INTEGER PRIMARY KEY, name TEXT, path TEXT, size INTEGER, created_at TEXT);
INSERT INTO sync_state VALUES ('a','idle','2026-05-01 10:00:00','c',NULL),('b','error','2026-05-01 10:00:00','c','401');
INSERT INTO files VALUES (1,'/a','x',3,'synced','2026-05-01 10:00:00'),(2,'/b','x',3,'modified','2026-05-01 10:00:00'),(3,'/c','x',3,'deleted','2026-05-01 10:00:00');
INSERT INTO backups VALUES (1,'daily','/b/1',3,'2026-05-01 10:00:00');
