CREATE TABLE site_jobs (id integer PRIMARY KEY NOT NULL, input text, completed_at text, total_tried numeric DEFAULT 0, has_error integer DEFAULT false, error text, task_slug text, queue text DEFAULT 'default', wait_until text, processing integer DEFAULT false, updated_at text NOT NULL, created_at text NOT NULL);
CREATE TABLE site_jobs_log (_order integer NOT NULL, _parent_id integer NOT NULL, id text PRIMARY KEY NOT NULL, executed_at text NOT NULL, completed_at text NOT NULL, task_slug text NOT NULL, task_i_d text NOT NULL, input text, output text, state text NOT NULL, error text, FOREIGN KEY (_parent_id) REFERENCES site_jobs(id));
CREATE TABLE users (id integer PRIMARY KEY, email text NOT NULL, hash text, salt text, login_attempts numeric DEFAULT 0, lock_until text, updated_at text, created_at text);
INSERT INTO users VALUES (1,'a@a.org','h','s',0,NULL,'2026-01-01T00:00:00.000Z','2026-01-01T00:00:00.000Z');
INSERT INTO site_jobs VALUES (1,'{"doc":1}','2026-05-01T10:00:09.000Z',1,0,NULL,'schedulePublish','default',NULL,0,'2026-05-01T10:00:09.000Z','2026-05-01T10:00:00.000Z'),(2,'{"doc":2}',NULL,4,1,'{"message":"no such page"}','resizeImages','default',NULL,0,'2026-05-01T10:20:09.000Z','2026-05-01T10:00:00.000Z'),(3,'{"doc":3}',NULL,0,0,NULL,'resizeImages','default',NULL,1,'2026-05-01T11:59:09.000Z','2026-05-01T11:59:00.000Z'),(4,'{"doc":4}',NULL,0,0,NULL,'schedulePublish','default','2026-05-02T08:00:00.000Z',0,'2026-05-01T11:59:00.000Z','2026-05-01T11:59:00.000Z'),(5,'{"doc":5}',NULL,0,0,NULL,'resizeImages','default',NULL,0,'2026-05-01T11:59:00.000Z','2026-05-01T11:59:00.000Z');
INSERT INTO site_jobs_log VALUES (1,1,'l1','2026-05-01T10:00:01.000Z','2026-05-01T10:00:09.000Z','schedulePublish','1','{}','{}','succeeded',NULL),(1,2,'l2','2026-05-01T10:00:01.000Z','2026-05-01T10:00:09.000Z','resizeImages','1','{}','{}','failed','{"message":"no such page"}');
--> site_jobs 1 done schedulePublish
--> site_jobs 2 failed resizeImages
--> site_jobs 3 active resizeImages
--> site_jobs 4 scheduled schedulePublish
--> site_jobs 5 queued resizeImages
--= site_jobs error=json_extract(error, '$.message'); attempts=total_tried; created=created_at; finished=completed_at; run_at=wait_until
