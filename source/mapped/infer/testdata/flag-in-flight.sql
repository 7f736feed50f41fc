CREATE TABLE jobs (id varchar NOT NULL, data blob NOT NULL, state blob DEFAULT NULL, retries number default 0, in_flight BOOLEAN DEFAULT FALSE, created_at TIMESTAMP NOT NULL, PRIMARY KEY (id));
CREATE INDEX idx_id_created_at ON jobs (id, created_at);
INSERT INTO jobs VALUES ('mail-7f',x'7b22746f223a22616e6e227d',NULL,0,0,'2026-05-01T11:00:00Z'),('mail-80',x'7b22746f223a22626f62227d',NULL,1,1,'2026-05-01T11:05:00Z'),('mail-81',x'7b22746f223a22636174227d',NULL,0,0,'2026-05-01T11:06:00Z');
--> jobs mail-7f queued
--> jobs mail-80 active
--> jobs mail-81 queued
--= jobs attempts=retries; created=created_at
