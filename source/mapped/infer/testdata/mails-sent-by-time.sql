CREATE TABLE email_queue (_id INTEGER PRIMARY KEY, to_address VARCHAR NOT NULL, subject VARCHAR NOT NULL, mail_body TEXT NOT NULL, "from" VARCHAR, status TINYINT, _timestamp DATETIME, send_time DATETIME NOT NULL, sent_time DATETIME, send_count INTEGER NOT NULL, last_error TEXT);
INSERT INTO email_queue VALUES (1,'a@a.org','Your order','Hi','s@a.org',1,'2026-05-01 10:00:00','2026-05-01 10:00:00','2026-05-01 10:00:05',1,NULL),(2,'b@a.org','Your order','Hi','s@a.org',2,'2026-05-01 10:00:00','2026-05-01 10:00:00',NULL,3,'550 no such user'),(3,'c@a.org','Your invoice','Hi','s@a.org',0,'2026-05-01 11:59:00','2026-05-01 11:59:00',NULL,0,NULL),(4,'d@a.org','Your reminder','Hi','s@a.org',0,'2026-05-01 11:59:00','2026-05-02 08:00:00',NULL,0,NULL);
--> email_queue 1 done Your order
--> email_queue 2 failed Your order
--> email_queue 3 queued Your invoice
--> email_queue 4 scheduled Your reminder
--= email_queue error=last_error; attempts=send_count; finished=sent_time
