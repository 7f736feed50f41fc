CREATE TABLE jobs (id INTEGER PRIMARY KEY, title TEXT, company TEXT, location TEXT, salary_min INTEGER, salary_max INTEGER, status TEXT, url TEXT, posted_at TEXT, description TEXT);
CREATE TABLE applications (id INTEGER PRIMARY KEY, job_id INTEGER REFERENCES jobs(id), applicant TEXT, resume_url TEXT, status TEXT, applied_at TEXT);
INSERT INTO jobs VALUES (1,'Go developer','Acme','Berlin',50000,70000,'open','https://j/1','2026-05-01','Write Go'),(2,'Cook','Inn','Rome',20000,30000,'closed','https://j/2','2026-05-01','Cook');
INSERT INTO applications VALUES (1,1,'Ann','https://r/1','pending','2026-05-01'),(2,1,'Ben','https://r/2','rejected','2026-05-01'),(3,1,'Cem','https://r/3','accepted','2026-05-01');
