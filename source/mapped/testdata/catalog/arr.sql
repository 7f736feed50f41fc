-- The tables of Radarr, Sonarr and Lidarr commands with the columns that matter here; names and types are from
-- github.com/Radarr/Radarr: src/NzbDrone.Core/Messaging/Commands/CommandModel.cs, CommandStatus.cs.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE "Commands" ("Id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "Name" TEXT NOT NULL, "Body" TEXT NOT NULL, "Priority" INTEGER NOT NULL, "Status" INTEGER NOT NULL, "QueuedAt" DATETIME NOT NULL, "StartedAt" DATETIME, "EndedAt" DATETIME, "Duration" TEXT, "Exception" TEXT, "Trigger" INTEGER NOT NULL);
CREATE TABLE "Movies" ("Id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, "Status" INTEGER);

-- want 1 queued task 1
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger") VALUES (1, 'task 1', 0, '{}', 0, '2026-01-10 09:00:00', 1);
-- want 2 active task 2
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger", "StartedAt") VALUES (2, 'task 2', 1, '{}', 0, '2026-01-10 09:00:00', 1, '2026-01-10 11:59:00');
-- want 3 done task 3
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger", "EndedAt") VALUES (3, 'task 3', 2, '{}', 0, '2026-01-10 09:00:00', 1, '2026-01-10 09:20:00');
-- want 4 failed task 4
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger", "Exception") VALUES (4, 'task 4', 3, '{}', 0, '2026-01-10 09:00:00', 1, 'System.Exception: boom');
-- want 5 cancelled task 5
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger") VALUES (5, 'task 5', 4, '{}', 0, '2026-01-10 09:00:00', 1);
-- want 6 cancelled task 6
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger") VALUES (6, 'task 6', 5, '{}', 0, '2026-01-10 09:00:00', 1);
-- want 7 failed task 7
INSERT INTO "Commands" ("Id", "Name", "Status", "Body", "Priority", "QueuedAt", "Trigger") VALUES (7, 'task 7', 6, '{}', 0, '2026-01-10 09:00:00', 1);
