CREATE TABLE outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, recipient TEXT NOT NULL, subject TEXT NOT NULL, body TEXT NOT NULL, created_at INTEGER NOT NULL, send_after INTEGER, sent_at INTEGER, failed_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0, last_error TEXT);
INSERT INTO outbox VALUES (1,'a@x.org','Your receipt','Hi',1777630000,NULL,1777630010,NULL,1,NULL),(2,'b@x.org','Your refund','Hi',1777630000,NULL,NULL,1777630010,5,'550 unknown user'),(3,'c@x.org','Your invoice','Hi',1777630000,NULL,NULL,NULL,0,NULL),(4,'d@x.org','Your year','Hi',1777630000,1777730000,NULL,NULL,0,NULL);
--> outbox 1 done Your receipt
--> outbox 2 failed Your refund
--> outbox 3 queued Your invoice
--> outbox 4 scheduled Your year
