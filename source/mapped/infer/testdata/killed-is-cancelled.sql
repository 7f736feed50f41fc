CREATE TABLE builds (id INTEGER PRIMARY KEY, number INTEGER, status TEXT, message TEXT, error TEXT, created INTEGER, started INTEGER DEFAULT 0, finished INTEGER DEFAULT 0);
CREATE TABLE steps (id INTEGER PRIMARY KEY, build_id INTEGER REFERENCES builds(id), name TEXT, status TEXT, started INTEGER, finished INTEGER);
INSERT INTO builds VALUES (1,1,'success','Fix typo',NULL,1777630000,1777630001,1777630100),(2,2,'failure','Break it','exit code 1',1777630000,1777630001,1777630100),(3,3,'killed','Try again',NULL,1777630000,1777630001,1777630100),(4,4,'running','Bump deps',NULL,1777636000,1777636001,0),(5,5,'pending','Add tests',NULL,1777636000,0,0),(6,6,'blocked','Deploy',NULL,1777636000,0,0);
INSERT INTO steps VALUES (1,1,'clone','success',1777630001,1777630002),(2,1,'test','success',1777630002,1777630100),(3,2,'clone','success',1777630001,1777630002),(4,2,'test','failure',1777630002,1777630100),(5,4,'clone','success',1777636001,1777636002),(6,4,'test','running',1777636002,0),(7,5,'clone','pending',0,0);
--> builds 1 done Fix typo
--> builds 2 failed Break it
--> builds 3 cancelled Try again
--> builds 4 active Bump deps
--> builds 5 queued Add tests
--> builds 6 blocked Deploy
