CREATE TABLE ost_ticket (ticket_id INTEGER PRIMARY KEY, number TEXT, user_id INTEGER, status_id INTEGER, dept_id INTEGER, staff_id INTEGER, source TEXT, isoverdue INTEGER, isanswered INTEGER, duedate DATETIME, closed DATETIME, lastupdate DATETIME, created DATETIME);
CREATE TABLE ost_ticket_status (id INTEGER PRIMARY KEY, name TEXT, state TEXT, sort INTEGER);
CREATE TABLE ost_staff (staff_id INTEGER PRIMARY KEY, username TEXT, firstname TEXT, lastname TEXT, email TEXT, isactive INTEGER, onvacation INTEGER);
CREATE TABLE ost_thread_entry (id INTEGER PRIMARY KEY, thread_id INTEGER, staff_id INTEGER, type TEXT, poster TEXT, title TEXT, body TEXT, created DATETIME);
INSERT INTO ost_ticket_status VALUES (1,'Open','open',1),(2,'Resolved','closed',2),(3,'Closed','closed',3);
INSERT INTO ost_ticket VALUES (1,'100001',1,1,1,NULL,'Email',0,0,NULL,NULL,'2026-05-01 10:00:00','2026-05-01 09:00:00'),(2,'100002',2,3,1,1,'Web',0,1,NULL,'2026-05-01 08:00:00','2026-05-01 08:00:00','2026-04-30 09:00:00'),(3,'100003',2,2,1,1,'Web',1,1,'2026-04-29','2026-05-01 08:00:00','2026-05-01 08:00:00','2026-04-28 09:00:00');
INSERT INTO ost_thread_entry VALUES (1,1,NULL,'M','Ann','No sound','It is silent','2026-05-01 09:00:00');
