-- Numbers that only the program names: free, open, closed, cancelled, assigned, failed.
CREATE TABLE host (id INTEGER PRIMARY KEY, user_id INTEGER, name TEXT, task_load REAL, ready BOOLEAN);
CREATE TABLE channels (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE task (id INTEGER PRIMARY KEY, state INTEGER, create_time TIMESTAMP NOT NULL, start_time TIMESTAMP, completion_time TIMESTAMP, channel_id INTEGER NOT NULL REFERENCES channels(id), host_id INTEGER REFERENCES host (id), parent INTEGER REFERENCES task (id), label VARCHAR(255), waiting BOOLEAN, awaited BOOLEAN, owner INTEGER NOT NULL, method TEXT, request TEXT, result TEXT, eta INTEGER, arch VARCHAR(16) NOT NULL, priority INTEGER, weight FLOAT NOT NULL DEFAULT 1.0);
INSERT INTO host VALUES (1,11,'builder1',1.5,1),(2,12,'builder2',0,1);
INSERT INTO channels VALUES (1,'default'),(2,'image');
INSERT INTO task VALUES
(101,0,'2026-05-01 11:59:00',NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,5,'build','<params>a</params>',NULL,NULL,'noarch',20,0.2),
(102,1,'2026-05-01 11:50:00','2026-05-01 11:50:10',NULL,1,1,NULL,NULL,1,NULL,5,'build','<params>b</params>',NULL,NULL,'noarch',20,0.2),
(103,1,'2026-05-01 11:50:20','2026-05-01 11:50:30',NULL,1,2,102,'x86_64',NULL,0,5,'buildArch','<params>c</params>',NULL,NULL,'x86_64',19,1.5),
(104,2,'2026-05-01 10:50:00','2026-05-01 10:50:10','2026-05-01 10:58:00',1,1,NULL,NULL,0,NULL,5,'build','<params>d</params>','<value>ok</value>',NULL,'noarch',20,0.2),
(105,2,'2026-05-01 10:50:20','2026-05-01 10:50:30','2026-05-01 10:57:00',1,2,104,'x86_64',NULL,0,5,'buildArch','<params>e</params>','<value>logs</value>',NULL,'x86_64',19,1.5),
(106,3,'2026-05-01 09:50:00',NULL,'2026-05-01 09:51:00',1,NULL,NULL,NULL,NULL,NULL,6,'newRepo','<params>f</params>',NULL,NULL,'noarch',15,0.1),
(107,4,'2026-05-01 11:59:10',NULL,NULL,1,2,NULL,NULL,NULL,NULL,6,'newRepo','<params>g</params>',NULL,NULL,'noarch',15,0.1),
(108,5,'2026-05-01 08:50:00','2026-05-01 08:50:10','2026-05-01 08:53:00',1,1,NULL,NULL,0,NULL,5,'build','<params>h</params>','<fault>BuildError: mock exited with status 1</fault>',NULL,'noarch',20,0.2);
--> task 101 queued build
--> task 102 active build
--> task 103 active buildArch
--> task 104 done build
--> task 105 done buildArch
--> task 106 cancelled newRepo
--> task 107 queued newRepo
--> task 108 failed build
--= task created=create_time; started=start_time; finished=completion_time
