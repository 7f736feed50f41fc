CREATE TABLE outbox_mail (id TEXT PRIMARY KEY, type TEXT NOT NULL, payload TEXT NOT NULL, occurred_on TEXT NOT NULL, processed_at TEXT, error TEXT, retry_count INTEGER NOT NULL DEFAULT 0);
INSERT INTO outbox_mail VALUES ('m1','Paid','{}','2026-05-01T10:00:00Z','2026-05-01T10:01:00Z',NULL,0),('m2','Paid','{}','2026-05-01T10:00:00Z','2026-05-01T10:09:00Z','refused',1),('m3','Sent','{}','2026-05-01T11:00:00Z',NULL,'refused',2),('m4','Sent','{}','2026-05-01T11:59:00Z',NULL,NULL,0);
--> outbox_mail m1 done Paid
--> outbox_mail m2 done Paid
--> outbox_mail m3 queued Sent
--> outbox_mail m4 queued Sent
