CREATE TABLE job (job_id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, job_cmd BLOB DEFAULT '' NOT NULL, job_namespace INTEGER NOT NULL, job_title BLOB NOT NULL, job_timestamp BLOB DEFAULT NULL, job_params BLOB NOT NULL, job_random INTEGER DEFAULT 0 NOT NULL, job_attempts INTEGER DEFAULT 0 NOT NULL, job_token BLOB DEFAULT '' NOT NULL, job_token_timestamp BLOB DEFAULT NULL, job_sha1 BLOB DEFAULT '' NOT NULL);
CREATE TABLE page (page_id INTEGER PRIMARY KEY, page_namespace INTEGER, page_title BLOB, page_len INTEGER);
INSERT INTO page VALUES (1,0,'Main_Page',900),(2,0,'Owl',300);
INSERT INTO job VALUES (1,'refreshLinks',0,'Main_Page','20260501110000','a:0:{}',44,0,'','' ,'aaa'),(2,'htmlCacheUpdate',0,'Owl','20260501115800','a:0:{}',45,1,'f00dfeedf00dfeedf00dfeedf00dfeed','20260501115900','bbb'),(3,'refreshLinks',0,'Owl','20260501115900','a:0:{}',46,0,'','','ccc');
--> job 1 queued Main_Page
--> job 3 queued Owl
--= job attempts=job_attempts
