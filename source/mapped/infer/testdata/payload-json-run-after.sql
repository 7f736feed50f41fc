CREATE TABLE exchange_items (id TEXT PRIMARY KEY, title TEXT NOT NULL, status TEXT NOT NULL, price INTEGER, owner_id TEXT, created_at TEXT);
CREATE TABLE notifications (id TEXT PRIMARY KEY, user_id TEXT, type TEXT NOT NULL, title TEXT NOT NULL, message TEXT NOT NULL, read_at TEXT, created_at TEXT NOT NULL);
CREATE TABLE jobs (id TEXT PRIMARY KEY, workspace_id TEXT, job_type TEXT NOT NULL, payload_json TEXT NOT NULL DEFAULT '{}', status TEXT NOT NULL DEFAULT 'queued', attempts INTEGER NOT NULL DEFAULT 0, max_attempts INTEGER NOT NULL DEFAULT 3, run_after TEXT NOT NULL, locked_at TEXT, finished_at TEXT, last_error TEXT, idempotency_key TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
INSERT INTO exchange_items VALUES ('x1','Old bike','available',30,'u','2026-04-01T00:00:00Z'),('x2','Lamp','reserved',5,'u','2026-04-01T00:00:00Z'),('x3','Chair','sold',5,'u','2026-04-01T00:00:00Z');
INSERT INTO notifications VALUES ('n1','u','match','A match','Somebody wants your lamp',NULL,'2026-05-01T10:00:00Z');
INSERT INTO jobs VALUES ('jb1','w','expire_listings','{"before":"2026-04-01"}','succeeded',1,3,'2026-05-01T10:00:00Z',NULL,'2026-05-01T10:00:05Z',NULL,'k1','2026-05-01T10:00:00Z','2026-05-01T10:00:05Z'),('jb2','w','send_digest','{"user":"u"}','dead',3,3,'2026-05-01T10:00:00Z',NULL,'2026-05-01T10:20:00Z','mail refused','k2','2026-05-01T10:00:00Z','2026-05-01T10:20:00Z'),('jb3','w','send_digest','{"user":"v"}','running',1,3,'2026-05-01T11:50:00Z','2026-05-01T11:59:00Z',NULL,NULL,'k3','2026-05-01T11:50:00Z','2026-05-01T11:59:00Z'),('jb4','w','send_digest','{"user":"z"}','queued',1,3,'2026-05-01T12:10:00Z',NULL,NULL,'mail refused','k4','2026-05-01T11:50:00Z','2026-05-01T11:59:00Z'),('jb5','w','reindex','{}','queued',0,3,'2026-05-01T11:50:00Z',NULL,NULL,NULL,'k5','2026-05-01T11:50:00Z','2026-05-01T11:50:00Z');
--> jobs jb1 done expire_listings
--> jobs jb2 failed send_digest
--> jobs jb3 active send_digest
--> jobs jb4 scheduled send_digest
--> jobs jb5 queued reindex
--= jobs error=last_error; attempts=attempts; created=created_at; started=locked_at; finished=finished_at; run_at=run_after
