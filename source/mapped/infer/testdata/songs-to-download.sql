CREATE TABLE download (pk_uuid uuid NOT NULL PRIMARY KEY, name varchar NOT NULL, urls jsonb NOT NULL, size integer NOT NULL DEFAULT 0, status varchar NOT NULL DEFAULT 'DL_PLANNED', started_at timestamp NOT NULL);
CREATE TABLE songs (pk_kid uuid PRIMARY KEY, title text, year integer, duration integer, created_at timestamp);
INSERT INTO songs VALUES ('k1','Blue sky',1999,200,'2026-01-01 00:00:00');
INSERT INTO download VALUES ('9b000000-0000-4000-8000-000000000001','ENG - Blue sky','{"media":"m1"}',100,'DL_DONE','2026-05-01 10:00:00'),('9b000000-0000-4000-8000-000000000002','FRA - Ciel bleu','{"media":"m2"}',100,'DL_FAILED','2026-05-01 10:00:00'),('9b000000-0000-4000-8000-000000000003','JPN - Aozora','{"media":"m3"}',100,'DL_RUNNING','2026-05-01 11:59:00'),('9b000000-0000-4000-8000-000000000004','GER - Blauer Himmel','{"media":"m4"}',100,'DL_PLANNED','2026-05-01 11:59:00');
--> download 9b000000-0000-4000-8000-000000000001 done ENG - Blue sky
--> download 9b000000-0000-4000-8000-000000000002 failed FRA - Ciel bleu
--> download 9b000000-0000-4000-8000-000000000003 active JPN - Aozora
--> download 9b000000-0000-4000-8000-000000000004 queued GER - Blauer Himmel
