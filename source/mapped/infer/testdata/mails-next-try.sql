CREATE TABLE email_queue (id TEXT PRIMARY KEY, to_email TEXT NOT NULL, subject TEXT NOT NULL, body_text TEXT NOT NULL, body_html TEXT, attempts INTEGER NOT NULL DEFAULT 0, last_error TEXT, next_try_at INTEGER NOT NULL, created_at INTEGER NOT NULL, sent_at INTEGER);
CREATE INDEX email_next ON email_queue(next_try_at) WHERE sent_at IS NULL;
INSERT INTO email_queue VALUES ('m1','a@a.org','Confirm your address','Hi','',1,NULL,1777629600,1777629600,1777629605),('m2','b@a.org','Reset your password','Hi','',2,'450 try later',1777640000,1777629600,NULL),('m3','c@a.org','Weekly letter','Hi','',0,NULL,1777636600,1777636600,NULL);
--> email_queue m1 done Confirm your address
--> email_queue m2 scheduled Reset your password
--> email_queue m3 queued Weekly letter
--= email_queue error=last_error; attempts=attempts; created=created_at; finished=sent_at; run_at=next_try_at
