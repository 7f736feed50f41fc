CREATE TABLE q_mail (msg_id INTEGER PRIMARY KEY, read_ct INT DEFAULT 0 NOT NULL, enqueued_at TIMESTAMP NOT NULL, vt TIMESTAMP NOT NULL, message JSONB, headers JSONB);
CREATE TABLE a_mail (msg_id INTEGER PRIMARY KEY, read_ct INT DEFAULT 0 NOT NULL, enqueued_at TIMESTAMP NOT NULL, archived_at TIMESTAMP NOT NULL, vt TIMESTAMP NOT NULL, message JSONB, headers JSONB);
INSERT INTO q_mail VALUES (11,0,'2026-05-01 11:58:00','2026-05-01 11:58:00','{"template":"welcome","to":"ann@a.org"}',NULL),(12,1,'2026-05-01 11:58:30','2026-05-01 12:00:20','{"template":"receipt","to":"bob@a.org"}',NULL);
INSERT INTO a_mail VALUES (9,1,'2026-05-01 10:58:00','2026-05-01 10:58:09','2026-05-01 10:58:30','{"template":"welcome","to":"cat@a.org"}',NULL);
--> q_mail 11 queued
--> q_mail 12 active
--= q_mail attempts=read_ct; created=enqueued_at
