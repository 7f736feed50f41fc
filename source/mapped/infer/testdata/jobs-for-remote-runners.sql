-- Numbers that only the program names; a job waits for the one before it.
CREATE TABLE "video" (id INTEGER PRIMARY KEY, uuid TEXT, name TEXT, state INTEGER, duration INTEGER, views INTEGER, "createdAt" TEXT);
CREATE TABLE "runner" (id INTEGER PRIMARY KEY, "runnerToken" TEXT, name TEXT, "lastContact" TEXT, ip TEXT);
CREATE TABLE "runnerJob" (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, type TEXT NOT NULL, payload TEXT NOT NULL, "privatePayload" TEXT NOT NULL, state INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0, error TEXT, priority INTEGER NOT NULL, "processingJobToken" TEXT, progress INTEGER, "startedAt" TEXT, "finishedAt" TEXT, "dependsOnRunnerJobId" INTEGER REFERENCES "runnerJob"(id), "runnerId" INTEGER REFERENCES runner(id), "createdAt" TEXT NOT NULL, "updatedAt" TEXT NOT NULL);
INSERT INTO "video" VALUES (1,'v-1','Boats',1,100,5,'2026-05-01 10:00:00'),(2,'v-2','Trains',2,100,5,'2026-05-01 10:00:00');
INSERT INTO "runner" VALUES (1,'tok','r1','2026-05-01 11:59:50','10.0.0.1');
INSERT INTO "runnerJob" VALUES
(1,'11000000-0000-4000-8000-000000000001','vod-web-video-transcoding','{"output":{"resolution":720}}','{"videoUUID":"v-1"}',1,0,NULL,100,NULL,NULL,NULL,NULL,NULL,NULL,'2026-05-01 11:55:00','2026-05-01 11:55:00'),
(2,'11000000-0000-4000-8000-000000000002','vod-hls-transcoding','{"output":{"resolution":1080}}','{"videoUUID":"v-1"}',2,0,NULL,100,'ptrjt-1',40,'2026-05-01 11:50:10',NULL,NULL,1,'2026-05-01 11:50:00','2026-05-01 11:59:00'),
(3,'11000000-0000-4000-8000-000000000003','vod-hls-transcoding','{"output":{"resolution":480}}','{"videoUUID":"v-2"}',3,0,NULL,100,NULL,100,'2026-05-01 10:50:10','2026-05-01 10:58:00',NULL,1,'2026-05-01 10:50:00','2026-05-01 10:58:00'),
(4,'11000000-0000-4000-8000-000000000004','vod-web-video-transcoding','{"output":{"resolution":480}}','{"videoUUID":"v-2"}',4,5,'ffmpeg exited with code 1',100,NULL,NULL,'2026-05-01 09:50:10','2026-05-01 09:58:00',NULL,1,'2026-05-01 09:50:00','2026-05-01 09:58:00'),
(5,'11000000-0000-4000-8000-000000000005','video-transcription','{"input":{}}','{"videoUUID":"v-1"}',5,0,NULL,100,NULL,NULL,NULL,NULL,2,NULL,'2026-05-01 11:50:00','2026-05-01 11:50:00'),
(6,'11000000-0000-4000-8000-000000000006','video-studio-transcoding','{"tasks":[]}','{"videoUUID":"v-2"}',6,0,NULL,100,NULL,NULL,NULL,'2026-05-01 09:20:00',NULL,NULL,'2026-05-01 09:10:00','2026-05-01 09:20:00');
--> runnerJob 1 queued vod-web-video-transcoding
--> runnerJob 2 active vod-hls-transcoding
--> runnerJob 3 done vod-hls-transcoding
--> runnerJob 4 failed vod-web-video-transcoding
--> runnerJob 5 blocked video-transcription
--> runnerJob 6 cancelled video-studio-transcoding
--= runnerJob error=error; attempts=failures; created=createdAt; started=startedAt; finished=finishedAt
