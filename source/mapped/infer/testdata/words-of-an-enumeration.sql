-- As a program writes the members of its enumeration.
CREATE TABLE agents (id TEXT PRIMARY KEY, name TEXT, model TEXT, role TEXT);
CREATE TABLE tasks (id INTEGER PRIMARY KEY, title TEXT NOT NULL, description TEXT, status TEXT NOT NULL, assigned_agent TEXT, result TEXT, error_message TEXT, created_at TEXT, started_at TEXT, completed_at TEXT);
INSERT INTO agents VALUES ('g1','Coder','m','developer'),('g2','Tester','m','qa');
INSERT INTO tasks VALUES (1,'Write the parser','In Go','TaskStatus.PENDING',NULL,NULL,NULL,'2026-05-01 11:58:00',NULL,NULL),(2,'Test the parser','With cases','TaskStatus.ACTIVE','g2',NULL,NULL,'2026-05-01 11:48:00','2026-05-01 11:49:00',NULL),(3,'Draw the logo','In blue','TaskStatus.PAUSED','g1',NULL,NULL,'2026-05-01 11:38:00','2026-05-01 11:39:00',NULL),(4,'Read the spec','All of it','TaskStatus.DONE','g1','Read.',NULL,'2026-05-01 10:38:00','2026-05-01 10:39:00','2026-05-01 10:49:00'),(5,'Call the API','Once','TaskStatus.ERROR','g1',NULL,'401','2026-05-01 09:38:00','2026-05-01 09:39:00','2026-05-01 09:49:00'),(6,'Ask the boss','Nicely','TaskStatus.CANCELED','g1',NULL,NULL,'2026-05-01 08:38:00',NULL,'2026-05-01 08:49:00');
--> tasks 1 queued Write the parser
--> tasks 2 active Test the parser
--> tasks 3 blocked Draw the logo
--> tasks 4 done Read the spec
--> tasks 5 failed Call the API
--> tasks 6 cancelled Ask the boss
--= tasks error=error_message; created=created_at; started=started_at; finished=completed_at
