CREATE TABLE image_generation_jobs (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    segment_id TEXT NOT NULL,
    segment_number INTEGER NOT NULL DEFAULT 1,
    visual_prompt TEXT NOT NULL,
    style TEXT DEFAULT 'cinematic',
    aspect_ratio TEXT DEFAULT '9:16',
    provider TEXT DEFAULT 'z', -- 'z', 'h', 'o'
    model TEXT,
    image_url TEXT,
    status INTEGER NOT NULL DEFAULT 0, -- 0=pending, 1=processing, 2=completed, 3=failed
    error_message TEXT,
    retry_count INTEGER DEFAULT 0,
    created_at TIMESTAMP,
    started_at TIMESTAMP,
    completed_at TIMESTAMP
);
INSERT INTO image_generation_jobs VALUES ('7e0e0001-0000-4000-8000-000000000001','u','s','g1',1,'A lighthouse at dusk','cinematic','9:16','z','m','https://i/1.png',2,NULL,0,'2026-05-01 10:00:00','2026-05-01 10:00:05','2026-05-01 10:01:00'),('7e0e0001-0000-4000-8000-000000000002','u','s','g2',2,'A storm over the bay','cinematic','9:16','z','m',NULL,3,'content filter',2,'2026-05-01 10:00:00','2026-05-01 10:01:05','2026-05-01 10:02:00'),('7e0e0001-0000-4000-8000-000000000003','u','s','g3',3,'A boat in the harbour','cinematic','9:16','z','m',NULL,1,NULL,0,'2026-05-01 11:59:00','2026-05-01 11:59:05',NULL),('7e0e0001-0000-4000-8000-000000000004','u','s','g4',4,'A gull on a post','cinematic','9:16','z','m',NULL,0,NULL,0,'2026-05-01 11:59:00',NULL,NULL);
--> image_generation_jobs 7e0e0001-0000-4000-8000-000000000001 done A lighthouse at dusk
--> image_generation_jobs 7e0e0001-0000-4000-8000-000000000002 failed A storm over the bay
--> image_generation_jobs 7e0e0001-0000-4000-8000-000000000003 active A boat in the harbour
--> image_generation_jobs 7e0e0001-0000-4000-8000-000000000004 queued A gull on a post
--= image_generation_jobs error=error_message; attempts=retry_count; created=created_at; started=started_at; finished=completed_at
