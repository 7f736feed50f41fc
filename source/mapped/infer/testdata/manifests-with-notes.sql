CREATE TABLE job (id INTEGER PRIMARY KEY, created timestamp NOT NULL, updated timestamp NOT NULL, manifest varchar NOT NULL, owner_id integer NOT NULL, job_group_id integer, note varchar, tags varchar, runner varchar, status varchar NOT NULL DEFAULT 'pending', secrets boolean NOT NULL DEFAULT 1, visibility varchar);
CREATE TABLE task (id INTEGER PRIMARY KEY, created timestamp NOT NULL, updated timestamp NOT NULL, job_id integer NOT NULL REFERENCES job(id), name varchar(256) NOT NULL, status varchar NOT NULL);
CREATE TABLE trigger (id INTEGER PRIMARY KEY, created timestamp, updated timestamp, details varchar NOT NULL, condition varchar NOT NULL, trigger_type varchar NOT NULL, job_id integer, job_group_id integer);
CREATE TABLE artifact (id INTEGER PRIMARY KEY, created timestamp, job_id integer NOT NULL REFERENCES job(id), name varchar NOT NULL, path varchar NOT NULL, url varchar NOT NULL, size integer NOT NULL);
INSERT INTO job VALUES (1,'2026-05-01 10:00:00','2026-05-01 10:05:00','image: alpine','1',NULL,'Fix the parser','hut/commits','cirno2','success',1,'PUBLIC'),(2,'2026-05-01 10:10:00','2026-05-01 10:15:00','image: alpine','1',NULL,'Add a flag','hut/commits','cirno2','failed',1,'PUBLIC'),(3,'2026-05-01 11:50:00','2026-05-01 11:55:00','image: debian','1',NULL,'Bump version','hut/commits','cirno1','running',1,'PUBLIC'),(4,'2026-05-01 11:58:00','2026-05-01 11:58:00','image: debian','1',NULL,'Nightly','hut/nightly',NULL,'queued',1,'PUBLIC'),(5,'2026-05-01 10:58:00','2026-05-01 11:58:00','image: debian','1',NULL,'Soak test','hut/soak','cirno1','timeout',1,'PUBLIC');
INSERT INTO task VALUES (1,'2026-05-01 10:00:00','2026-05-01 10:05:00',1,'build','success'),(2,'2026-05-01 10:00:00','2026-05-01 10:05:00',1,'test','success'),(3,'2026-05-01 10:10:00','2026-05-01 10:15:00',2,'build','failed'),(4,'2026-05-01 11:50:00','2026-05-01 11:55:00',3,'build','running');
--> job 1 done Fix the parser
--> job 2 failed Add a flag
--> job 3 active Bump version
--> job 4 queued Nightly
--> job 5 failed Soak test
--= job created=created
