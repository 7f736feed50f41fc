CREATE TABLE builds (name TEXT, number INT UNSIGNED, node TEXT, queuedAt INT, startedAt INT, completedAt INT, result INT, output BLOB, outputLen INT, parentJob TEXT, parentBuild INT, reason TEXT, PRIMARY KEY (name, number DESC));
CREATE INDEX idx_completion_time ON builds(completedAt DESC);
INSERT INTO builds VALUES ('web',1,'main',1777629600,1777629601,1777629700,6,x'00',9,NULL,0,'push'),('web',2,'main',1777629800,1777629801,1777629900,5,x'00',9,NULL,0,'push'),('web',3,'main',1777630000,1777630001,1777630100,6,x'00',9,NULL,0,'push'),('docs',1,'main',1777630000,1777630001,1777630050,4,x'00',9,'web',3,'by hand'),('docs',2,'main',1777636700,1777636701,NULL,NULL,NULL,NULL,'web',3,'push'),('web',4,NULL,1777636790,NULL,NULL,NULL,NULL,NULL,NULL,0,'push');
--> builds web/1 done web
--> builds web/3 done web
--> builds docs/2 active docs
--> builds web/4 queued web
--= builds created=queuedAt; started=startedAt; finished=completedAt
