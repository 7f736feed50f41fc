CREATE TABLE guilds (guild_id INTEGER PRIMARY KEY, log_channel INTEGER);
CREATE TABLE tickets (id INTEGER PRIMARY KEY, guild_id INTEGER, channel_id INTEGER, owner_id INTEGER, status TEXT DEFAULT 'open', claimed_by INTEGER, created_at TEXT, closed_at TEXT, transcript_url TEXT);
INSERT INTO guilds VALUES (9,8);
INSERT INTO tickets VALUES (1,9,1,2,'open',NULL,'2026-05-01 10:00:00',NULL,NULL),(2,9,3,4,'closed',5,'2026-04-01 10:00:00','2026-04-01 11:00:00','https://t.example/2'),(3,9,5,6,'open',5,'2026-05-01 11:00:00',NULL,NULL);
