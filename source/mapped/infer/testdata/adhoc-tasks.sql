CREATE TABLE xm_task_adhoc (id INTEGER PRIMARY KEY, component varchar NOT NULL DEFAULT '', classname varchar NOT NULL DEFAULT '', nextruntime int NOT NULL, faildelay int, customdata text, userid int, blocking int NOT NULL DEFAULT 0, timecreated int NOT NULL DEFAULT 0, timestarted int, hostname varchar, pid int, attemptsavailable int);
CREATE TABLE xm_user (id INTEGER PRIMARY KEY, username varchar, email varchar, lastaccess int);
INSERT INTO xm_user VALUES (2,'admin','a@a.org',1777600000);
INSERT INTO xm_task_adhoc VALUES (1,'mod_talk','\mod_talk\task\send_user_digests',1777636700,NULL,'{"u":2}',2,0,1777636700,NULL,NULL,NULL,12),(2,'core','\core\task\build_installed_themes',1777636600,NULL,'',NULL,0,1777636600,1777636790,'web1',99,12),(3,'core','\core_course\task\course_delete',1777640400,3600,'{"c":9}',NULL,0,1777630000,NULL,NULL,NULL,9);
--> xm_task_adhoc 1 queued send_user_digests
--> xm_task_adhoc 2 active build_installed_themes
--> xm_task_adhoc 3 scheduled course_delete
--= xm_task_adhoc created=timecreated; started=timestarted; run_at=nextruntime
