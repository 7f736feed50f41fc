CREATE TABLE "Job" ("id" TEXT PRIMARY KEY, "type" TEXT NOT NULL, "status" TEXT NOT NULL DEFAULT 'pending', "payload" TEXT NOT NULL, "result" TEXT, "attempts" INTEGER NOT NULL DEFAULT 0, "lastError" TEXT, "startedAt" DATETIME, "completedAt" DATETIME, "createdAt" DATETIME DEFAULT CURRENT_TIMESTAMP, "updatedAt" DATETIME NOT NULL);
CREATE TABLE "_prisma_migrations" ("id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL, "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL, "applied_steps_count" INTEGER NOT NULL DEFAULT 0);
INSERT INTO "_prisma_migrations" VALUES ('m1','x',1777000000000,'0001_init',NULL,NULL,1777000000000,1),('m2','y',NULL,'0002_jobs','error: no table',NULL,1777000000000,0);
INSERT INTO "Job" VALUES ('clx1','EXTRACT_RECIPE','completed','{"url":"https://r/1"}','{}',1,NULL,1777629600000,1777629610000,1777629590000,1777629610000),('clx2','EXTRACT_RECIPE','failed','{"url":"https://r/2"}',NULL,3,'no recipe on the page',1777629600000,NULL,1777629590000,1777629610000),('clx3','MAKE_IMAGE','processing','{"recipe":4}',NULL,1,NULL,1777636700000,NULL,1777636690000,1777636700000),('clx4','MAKE_IMAGE','pending','{"recipe":5}',NULL,0,NULL,NULL,NULL,1777636690000,1777636690000);
--> Job clx1 done EXTRACT_RECIPE
--> Job clx2 failed EXTRACT_RECIPE
--> Job clx3 active MAKE_IMAGE
--> Job clx4 queued MAKE_IMAGE
--= Job error=lastError; attempts=attempts; created=createdAt; started=startedAt; finished=completedAt
