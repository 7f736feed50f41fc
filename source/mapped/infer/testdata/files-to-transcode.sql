CREATE TABLE tasks (id INTEGER NOT NULL PRIMARY KEY, abspath TEXT NOT NULL, cache_path TEXT NOT NULL, priority INTEGER NOT NULL, type TEXT NOT NULL, library_id INTEGER NOT NULL, status TEXT NOT NULL, success INTEGER, start_time DATETIME, finish_time DATETIME, processed_by_worker TEXT, log TEXT NOT NULL);
CREATE TABLE completedtasks (id INTEGER NOT NULL PRIMARY KEY, task_label TEXT NOT NULL, abspath TEXT NOT NULL, task_success INTEGER NOT NULL, start_time DATETIME NOT NULL, finish_time DATETIME NOT NULL, processed_by_worker TEXT NOT NULL);
CREATE TABLE libraries (id INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, path TEXT NOT NULL, locked INTEGER NOT NULL);
INSERT INTO libraries VALUES (1,'Films','/library',0);
INSERT INTO tasks VALUES (5,'/library/Rain.mkv','/cache/1',10,'local',1,'in_progress',NULL,'2026-05-01 11:55:00',NULL,'W1','starting'),(6,'/library/Snow.mkv','/cache/2',9,'local',1,'pending',NULL,NULL,NULL,NULL,''),(7,'/library/Hail.mkv','/cache/3',8,'local',1,'processed',1,'2026-05-01 11:35:00','2026-05-01 11:45:00','W1','ok'),(8,'/library/Fog.mkv','/cache/3',8,'local',1,'creating',NULL,NULL,NULL,NULL,'');
--> tasks 5 active /library/Rain.mkv
--> tasks 6 queued /library/Snow.mkv
--> tasks 7 done /library/Hail.mkv
--> tasks 8 queued /library/Fog.mkv
--= tasks started=start_time; finished=finish_time
