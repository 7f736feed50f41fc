CREATE TABLE downloads (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, video_url text NOT NULL, video_title text, video_author text, video_thumbnail text, file_name text, status text DEFAULT 'pending' NOT NULL, created_at integer NOT NULL, completed_at integer, error text);
INSERT INTO downloads VALUES (1,'https://v.org/a','How to whistle','Ann','https://t/a','a.mp4','completed',1777629600,1777629700,NULL),(2,'https://v.org/b','How to juggle','Bob','https://t/b',NULL,'failed',1777629600,NULL,'video is private'),(3,'https://v.org/c','How to sing','Cat','https://t/c',NULL,'downloading',1777636600,NULL,NULL),(4,'https://v.org/d',NULL,NULL,NULL,NULL,'pending',1777636700,NULL,NULL);
--> downloads 1 done How to whistle
--> downloads 2 failed How to juggle
--> downloads 3 active How to sing
--> downloads 4 queued https://v.org/d
--= downloads error=error; created=created_at; finished=completed_at
