CREATE TABLE login_attempts (id INTEGER PRIMARY KEY, username TEXT, ip TEXT, success BOOLEAN, error TEXT, attempted_at DATETIME);
CREATE TABLE audit_log (id INTEGER PRIMARY KEY, actor TEXT, action TEXT, target TEXT, status TEXT, details TEXT, created_at DATETIME);
CREATE TABLE schema_migrations (version TEXT PRIMARY KEY, name TEXT, applied_at DATETIME, success BOOLEAN, error TEXT);
INSERT INTO login_attempts VALUES (1,'ann','1.2.3.4',1,NULL,'2026-05-01 09:00:00'),(2,'bob','1.2.3.4',0,'bad password','2026-05-01 09:00:00');
INSERT INTO audit_log VALUES (1,'ann','delete','x','success','{}','2026-05-01 09:00:00'),(2,'ann','delete','y','failed','{}','2026-05-01 09:00:00'),(3,'ann','edit','y','success','{}','2026-05-01 09:00:00');
INSERT INTO schema_migrations VALUES ('001','init','2026-01-01 00:00:00',1,NULL),('002','users','2026-01-01 00:00:00',1,NULL);
