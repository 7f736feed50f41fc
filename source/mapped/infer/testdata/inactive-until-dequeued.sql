-- A word that means "cancelled" elsewhere waits here; results and errors share a column of
-- JSON, and a list of ids says what must end first.
CREATE TABLE parcel_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, args TEXT NOT NULL, created TEXT NOT NULL, delayed TEXT NOT NULL, finished TEXT, result TEXT, retries INTEGER NOT NULL DEFAULT 0, started TEXT, state TEXT NOT NULL DEFAULT 'inactive', task TEXT NOT NULL, queue TEXT NOT NULL DEFAULT 'default', parents TEXT NOT NULL DEFAULT '[]');
INSERT INTO parcel_jobs VALUES (1, '["ann"]', '2026-05-01 10:00:00', '2026-05-01 10:00:00', '2026-05-01 10:01:00', '"left at the door"', 0, '2026-05-01 10:00:30', 'finished', 'deliver', 'default', '[]'),
 (2, '["bob"]', '2026-05-01 10:00:00', '2026-05-01 10:00:00', '2026-05-01 10:01:00', '"nobody opens"', 0, '2026-05-01 10:00:30', 'failed', 'deliver', 'default', '[]'),
 (3, '["eve"]', '2026-05-01 11:00:00', '2026-05-01 11:00:00', NULL, NULL, 0, NULL, 'inactive', 'deliver', 'express', '[]'),
 (4, '["joe"]', '2026-05-01 11:00:00', '2026-05-01 14:00:00', NULL, NULL, 0, NULL, 'inactive', 'deliver', 'express', '[]'),
 (5, '["kim"]', '2026-05-01 11:00:00', '2026-05-01 11:00:00', NULL, NULL, 0, '2026-05-01 11:59:00', 'active', 'deliver', 'default', '[]'),
 (6, '["lee"]', '2026-05-01 11:00:00', '2026-05-01 11:00:00', NULL, NULL, 0, NULL, 'inactive', 'deliver', 'default', '[1, 5]');
--> parcel_jobs 1 done deliver
--> parcel_jobs 2 failed deliver
--> parcel_jobs 3 queued deliver
--> parcel_jobs 4 scheduled deliver
--> parcel_jobs 5 active deliver
--> parcel_jobs 6 blocked deliver
--= parcel_jobs error=CASE WHEN state = 'failed' THEN 'nobody opens' END; created=created; started=started; finished=finished; run_at=delayed
