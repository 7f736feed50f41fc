-- The tables of Hangfire (SQLite storage) with the columns that matter here; names and types are from
-- github.com/raisedapp/Hangfire.Storage.SQLite: Entities/HangfireJob.cs, Entities/State.cs; Hangfire.Core States.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE Job (Id integer primary key autoincrement not null, StateId integer, StateName varchar(20), InvocationData varchar, Arguments varchar, CreatedAt bigint, ExpireAt bigint);
CREATE TABLE State (Id integer primary key autoincrement not null, JobId integer, Name varchar(20), Reason varchar(100), CreatedAt bigint, Data varchar);
CREATE TABLE JobQueue (Id integer primary key autoincrement not null, JobId integer, Queue varchar(50), FetchedAt bigint);

-- want 1 queued App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (1, 1, 'Enqueued', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (1, 1, 'Enqueued', 639036336000000000, '{}');
-- want 2 scheduled App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (2, 2, 'Scheduled', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (2, 2, 'Scheduled', 639036336000000000, '{"EnqueueAt": "2026-01-10T13:00:00Z"}');
-- want 3 active App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (3, 3, 'Processing', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (3, 3, 'Processing', 639036336000000000, '{"ServerId": "srv:1"}');
-- want 4 blocked App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (4, 4, 'Awaiting', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (4, 4, 'Awaiting', 639036336000000000, '{}');
-- want 5 done App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (5, 5, 'Succeeded', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (5, 5, 'Succeeded', 639036336000000000, '{"Result": "ok"}');
-- want 6 failed App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (6, 6, 'Failed', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (6, 6, 'Failed', 639036336000000000, '{"ExceptionType": "System.Exception", "ExceptionMessage": "boom"}');
-- want 7 cancelled App.Mailer.Send
INSERT INTO "Job" ("Id", "StateId", "StateName", "InvocationData", "Arguments", "CreatedAt", "ExpireAt") VALUES (7, 7, 'Deleted', '{"Type": "App.Mailer, App", "Method": "Send"}', '[]', 639036324000000000, 0);
INSERT INTO "State" ("Id", "JobId", "Name", "CreatedAt", "Data") VALUES (7, 7, 'Deleted', 639036336000000000, '{}');
