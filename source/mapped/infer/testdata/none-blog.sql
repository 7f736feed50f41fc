CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT, body TEXT, status TEXT, author_id INTEGER, published_at TEXT, created_at TEXT, slug TEXT);
CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER, body TEXT, status TEXT, created_at TEXT);
INSERT INTO posts VALUES (1,'Hi','..','published',1,'2026-05-01','2026-05-01','hi'),(2,'Draft','..','draft',1,NULL,'2026-05-01','draft'),(3,'Soon','..','scheduled',1,'2026-06-01','2026-05-01','soon');
INSERT INTO comments VALUES (1,1,'Nice','approved','2026-05-01'),(2,1,'Spam','pending','2026-05-01');
