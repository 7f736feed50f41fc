CREATE TABLE job_queue (job_id TEXT PRIMARY KEY, job_type TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'queued', payload_json JSONB NOT NULL, progress DOUBLE PRECISION NOT NULL DEFAULT 0.0, message TEXT, attempts INTEGER NOT NULL DEFAULT 0, max_retries INTEGER NOT NULL DEFAULT 3, cancel_requested BOOLEAN NOT NULL DEFAULT FALSE, result_json JSONB, error TEXT, created_at TIMESTAMPTZ NOT NULL, scheduled_for TIMESTAMPTZ, started_at TIMESTAMPTZ, finished_at TIMESTAMPTZ, ttl_seconds INTEGER NOT NULL DEFAULT 86400);
CREATE INDEX idx_job_queue_pending ON job_queue (created_at) WHERE status = 'queued';
INSERT INTO job_queue VALUES ('5d0c','ingest_document','completed','{"doc":"a.pdf"}',1.0,'done',1,3,0,'{"chunks":9}',NULL,'2026-05-01 10:00:00+00',NULL,'2026-05-01 10:00:01+00','2026-05-01 10:00:09+00',86400),('5d0d','ingest_document','failed','{"doc":"b.pdf"}',0.2,'parsing',3,3,0,NULL,'encrypted pdf','2026-05-01 10:00:00+00',NULL,'2026-05-01 10:00:10+00','2026-05-01 10:00:19+00',86400),('5d0e','rebuild_index','running','{}',0.5,'page 4',1,3,1,NULL,NULL,'2026-05-01 11:59:00+00',NULL,'2026-05-01 11:59:01+00',NULL,86400),('5d0f','rebuild_index','cancelled','{}',0,'',0,3,1,NULL,NULL,'2026-05-01 11:00:00+00',NULL,NULL,'2026-05-01 11:00:09+00',86400),('5d10','ingest_document','queued','{"doc":"c.pdf"}',0,NULL,0,3,0,NULL,NULL,'2026-05-01 11:59:40+00','2026-05-01 18:00:00+00',NULL,NULL,86400),('5d11','ingest_document','queued','{"doc":"d.pdf"}',0,NULL,0,3,0,NULL,NULL,'2026-05-01 11:59:50+00',NULL,NULL,NULL,86400);
--> job_queue 5d0c done ingest_document
--> job_queue 5d0d failed ingest_document
--> job_queue 5d0e active rebuild_index
--> job_queue 5d0f cancelled rebuild_index
--> job_queue 5d10 scheduled ingest_document
--> job_queue 5d11 queued ingest_document
--= job_queue error=error; attempts=attempts; created=created_at; started=started_at; finished=finished_at; run_at=scheduled_for
