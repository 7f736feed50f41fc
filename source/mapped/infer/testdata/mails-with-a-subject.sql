CREATE TABLE email_queue (id INTEGER PRIMARY KEY AUTOINCREMENT, to_email varchar(255) NOT NULL, to_name varchar(255) DEFAULT NULL, subject varchar(255) NOT NULL, message text NOT NULL, status TEXT NOT NULL DEFAULT 'pending', attempts int(11) NOT NULL DEFAULT 0, last_attempt timestamp NULL DEFAULT NULL, created_at timestamp NULL);
INSERT INTO email_queue VALUES (1,'a@a.org','Ann','Your cashback','<p>Hi</p>','sent',1,'2026-05-01 10:00:30','2026-05-01 10:00:00'),(2,'b@a.org','Bob','Your cashback','<p>Hi</p>','failed',3,'2026-05-01 10:30:30','2026-05-01 10:00:00'),(3,'c@a.org','Cat','Welcome','<p>Hi</p>','sending',1,'2026-05-01 11:59:30','2026-05-01 11:58:00'),(4,'d@a.org','Dan','Welcome','<p>Hi</p>','pending',0,NULL,'2026-05-01 11:58:00');
--> email_queue 1 done Your cashback
--> email_queue 2 failed Your cashback
--> email_queue 3 active Welcome
--> email_queue 4 queued Welcome
--= email_queue attempts=attempts; created=created_at
