CREATE TABLE docs_jobs (key TEXT PRIMARY KEY, doc TEXT NOT NULL);
INSERT INTO docs_jobs VALUES ('k1','{"name":"Scan disk","state":"finished","startedAt":"2026-05-01T10:00:00Z","finishedAt":"2026-05-01T10:10:00Z","attempts":1}'),('k2','{"name":"Scan tape","state":"failed","startedAt":"2026-05-01T10:00:00Z","finishedAt":"2026-05-01T10:10:00Z","attempts":3,"error":{"message":"no tape"}}'),('k3','{"name":"Scan card","state":"working","startedAt":"2026-05-01T11:58:00Z","attempts":1}'),('k4','{"name":"Scan film","state":"queued","attempts":0}');
--> docs_jobs k1 done Scan disk
--> docs_jobs k2 failed Scan tape
--> docs_jobs k3 active Scan card
--> docs_jobs k4 queued Scan film
