CREATE TABLE tenants (id TEXT PRIMARY KEY, company_name TEXT NOT NULL, subdomain TEXT NOT NULL, status INTEGER NOT NULL DEFAULT 0, -- 0: Pending, 1: Active, 2: Suspended, 3: Cancelled
 contact_email TEXT NOT NULL, contact_phone TEXT, created_at TEXT, activated_at TEXT, updated_at TEXT);
CREATE TABLE plans (id TEXT PRIMARY KEY, name TEXT, price REAL, currency TEXT);
INSERT INTO tenants VALUES ('t1','Acme','acme',1,'a@a.org','1','2026-01-01T00:00:00Z','2026-01-02T00:00:00Z','2026-01-02T00:00:00Z'),('t2','Bolt','bolt',0,'b@a.org','1','2026-01-01T00:00:00Z',NULL,'2026-01-02T00:00:00Z'),('t3','Cod','cod',3,'c@a.org','1','2026-01-01T00:00:00Z','2026-01-02T00:00:00Z','2026-01-02T00:00:00Z');
