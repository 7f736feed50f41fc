CREATE TABLE sync_queue (id uuid PRIMARY KEY, video_id text NOT NULL, channel_id text NOT NULL, action text NOT NULL CHECK (action IN ('download','remove')), status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending','processing','done','failed')), priority integer NOT NULL DEFAULT 0, metadata jsonb, error text, created_at timestamptz NOT NULL, started_at timestamptz, completed_at timestamptz);
CREATE TABLE videos (id text PRIMARY KEY, channel_id text, title text, published_at timestamptz, status text);
INSERT INTO videos VALUES ('dQw1','c1','Bread at home','2026-04-01 00:00:00','public');
INSERT INTO sync_queue VALUES ('7b0e0001-0000-4000-8000-000000000001','dQw1','c1','download','done',0,'{"title":"Bread at home"}',NULL,'2026-05-01 10:00:00','2026-05-01 10:00:10','2026-05-01 10:02:00'),('7b0e0001-0000-4000-8000-000000000002','dQw2','c1','download','failed',0,'{"title":"Soup at home"}','HTTP 403','2026-05-01 10:00:00','2026-05-01 10:02:10','2026-05-01 10:03:00'),('7b0e0001-0000-4000-8000-000000000003','dQw3','c1','remove','processing',5,'{"title":"Old clip"}',NULL,'2026-05-01 11:58:00','2026-05-01 11:59:10',NULL),('7b0e0001-0000-4000-8000-000000000004','dQw4','c1','download','pending',0,'{"title":"Cake at home"}',NULL,'2026-05-01 11:58:00',NULL,NULL);
--> sync_queue 7b0e0001-0000-4000-8000-000000000001 done download
--> sync_queue 7b0e0001-0000-4000-8000-000000000002 failed download
--> sync_queue 7b0e0001-0000-4000-8000-000000000003 active remove
--> sync_queue 7b0e0001-0000-4000-8000-000000000004 queued download
--= sync_queue error=error; created=created_at; started=started_at; finished=completed_at
