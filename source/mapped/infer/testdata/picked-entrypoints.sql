CREATE TABLE pq (id INTEGER PRIMARY KEY, priority INT NOT NULL, queue_manager_id TEXT, created TIMESTAMP NOT NULL, updated TIMESTAMP NOT NULL, heartbeat TIMESTAMP NOT NULL, execute_after TIMESTAMP NOT NULL, status TEXT NOT NULL, entrypoint TEXT NOT NULL, payload BLOB);
CREATE TABLE pq_log (id INTEGER PRIMARY KEY, created TIMESTAMP NOT NULL, job_id BIGINT NOT NULL, status TEXT NOT NULL, priority INT NOT NULL, entrypoint TEXT NOT NULL, traceback TEXT, aggregated BOOLEAN DEFAULT 0);
CREATE TABLE pq_schedules (id INTEGER PRIMARY KEY, expression TEXT NOT NULL, entrypoint TEXT NOT NULL, heartbeat TIMESTAMP, created TIMESTAMP, updated TIMESTAMP, next_run TIMESTAMP, last_run TIMESTAMP, status TEXT DEFAULT 'queued');
INSERT INTO pq VALUES (11,0,'0a6f2e6e-0000-4000-8000-000000000001','2026-05-01 11:58:00','2026-05-01 11:59:00','2026-05-01 11:59:50','2026-05-01 11:58:00','picked','fetch_rates',NULL),(12,0,NULL,'2026-05-01 11:59:00','2026-05-01 11:59:00','2026-05-01 11:59:00','2026-05-01 11:59:00','queued','fetch_rates',NULL),(13,0,NULL,'2026-05-01 11:59:00','2026-05-01 11:59:00','2026-05-01 11:59:00','2026-05-01 16:00:00','queued','send_mail',x'00');
INSERT INTO pq_log VALUES (1,'2026-05-01 10:00:00',9,'successful',0,'send_mail',NULL,0),(2,'2026-05-01 11:58:00',11,'queued',0,'fetch_rates',NULL,0),(3,'2026-05-01 10:00:00',8,'exception',0,'send_mail','{"m":"x"}',0);
--> pq 11 active fetch_rates
--> pq 12 queued fetch_rates
--> pq 13 scheduled send_mail
--= pq created=created; run_at=execute_after
