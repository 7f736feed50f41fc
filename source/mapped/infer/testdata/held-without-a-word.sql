CREATE TABLE song_downloads (id INTEGER PRIMARY KEY, search_query TEXT NOT NULL, status TEXT DEFAULT 'pending' CHECK (status IN ('pending','failed','success')), attempt_count INTEGER, next_attempt_at TEXT, claim_owner TEXT, claim_expires_at TEXT, last_error TEXT);
INSERT INTO song_downloads VALUES (1,'An old song','success',1,NULL,NULL,NULL,NULL),(2,'A new song','pending',1,NULL,'w1','2026-05-01 12:02:00',NULL),(3,'A rare song','pending',1,'2026-05-01 12:20:00',NULL,NULL,'no answer'),(4,'A lost song','failed',3,NULL,NULL,NULL,'nobody has it'),(5,'A last song','pending',0,NULL,NULL,NULL,NULL);
--> song_downloads 1 done An old song
--> song_downloads 2 active A new song
--> song_downloads 3 scheduled A rare song
--> song_downloads 4 failed A lost song
--> song_downloads 5 queued A last song
