-- A column names the one job that must end first; one word for a crash.
CREATE TABLE "bills" ("id" TEXT NOT NULL PRIMARY KEY, "type" TEXT NOT NULL, "data" TEXT NOT NULL, "status" TEXT NOT NULL, "createdAt" DATETIME NOT NULL, "attempts" INTEGER NOT NULL DEFAULT 0, "maxAttempts" INTEGER NOT NULL DEFAULT 3, "error" TEXT, "blockedByJobId" TEXT REFERENCES "bills" ("id"), "scheduledToRunAt" DATETIME, "scheduledAt" DATETIME);
INSERT INTO bills VALUES ('b1', 'collect', '{}', 'PENDING', '2026-05-01 10:00:00', 0, 3, NULL, NULL, '2026-05-01 10:00:00', '2026-05-01 10:00:00'), ('b2', 'send', '{}', 'PENDING', '2026-05-01 10:00:00', 0, 3, NULL, 'b3', '2026-05-01 10:00:00', '2026-05-01 10:00:00'),
 ('b3', 'render', '{}', 'RUNNING', '2026-05-01 10:00:00', 1, 3, NULL, NULL, '2026-05-01 10:00:00', '2026-05-01 10:00:00'), ('b4', 'collect', '{}', 'COMPLETED', '2026-05-01 10:00:00', 1, 3, NULL, NULL, '2026-05-01 10:00:00', '2026-05-01 10:00:00'),
 ('b5', 'send', '{}', 'PANICKED', '2026-05-01 10:00:00', 1, 3, NULL, NULL, '2026-05-01 10:00:00', '2026-05-01 10:00:00'), ('b6', 'send', '{}', 'PENDING', '2026-05-01 10:00:00', 0, 3, NULL, 'b4', '2026-05-01 13:00:00', '2026-05-01 10:00:00');
--> bills b1 queued collect
--> bills b2 blocked send
--> bills b3 active render
--> bills b4 done collect
--> bills b5 failed send
--> bills b6 scheduled send
