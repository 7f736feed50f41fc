CREATE TABLE devices (id VARCHAR(128) PRIMARY KEY, hostname TEXT, os TEXT, status TEXT, last_seen TIMESTAMPTZ);
CREATE TABLE telemetry_metrics (id INTEGER PRIMARY KEY, device_id VARCHAR(128) REFERENCES devices(id), cpu_usage_pct NUMERIC, recorded_at TIMESTAMPTZ NOT NULL);
CREATE TABLE commands (id VARCHAR(64) PRIMARY KEY, device_id VARCHAR(128) REFERENCES devices(id) ON DELETE CASCADE, type VARCHAR(64) NOT NULL, payload JSONB NOT NULL, status VARCHAR(32) NOT NULL DEFAULT 'pending', exit_code INT DEFAULT 0, output TEXT DEFAULT '', error TEXT DEFAULT '', created_at TIMESTAMPTZ NOT NULL, completed_at TIMESTAMPTZ);
INSERT INTO devices VALUES ('d1','pc1','linux','online','2026-05-01 11:59:00'),('d2','pc2','linux','offline','2026-04-01 11:59:00');
INSERT INTO telemetry_metrics VALUES (1,'d1',4.5,'2026-05-01 11:59:00'),(2,'d1',5.5,'2026-05-01 11:58:00');
INSERT INTO commands VALUES ('c1','d1','shell','{"cmd":"uptime"}','completed',0,'up 3 days','','2026-05-01 10:00:00','2026-05-01 10:00:03'),('c2','d1','shell','{"cmd":"rm /x"}','failed',1,'','no such file','2026-05-01 10:10:00','2026-05-01 10:10:03'),('c3','d1','screenshot','{}','executing',0,'','','2026-05-01 11:59:00',NULL),('c4','d2','reboot','{}','pending',0,'','','2026-05-01 11:59:00',NULL);
--> commands c1 done shell
--> commands c2 failed shell
--> commands c3 active screenshot
--> commands c4 queued reboot
--= commands error=error; created=created_at; finished=completed_at
