CREATE TABLE posts (id INTEGER PRIMARY KEY AUTOINCREMENT, script_id INTEGER, creator_id TEXT, game_name TEXT, telegram_message_id TEXT, status TEXT, error TEXT, created_at TEXT);
CREATE TABLE drafts (id INTEGER PRIMARY KEY AUTOINCREMENT, creator_id TEXT, title TEXT, data_json TEXT, created_at TEXT, updated_at TEXT);
CREATE TABLE queue (id INTEGER PRIMARY KEY AUTOINCREMENT, creator_id TEXT, data_json TEXT, publish_at TEXT, status TEXT, error TEXT, created_at TEXT, updated_at TEXT);
INSERT INTO queue VALUES (1,'7','{"title":"Spring sale","text":"All week"}','2026-05-01T10:00:00','published',NULL,'2026-04-30T10:00:00','2026-05-01T10:00:02'),(2,'7','{"title":"New hours","text":"From nine"}','2026-05-01T11:00:00','failed','chat not found','2026-04-30T10:00:00','2026-05-01T11:00:02'),(3,'7','{"title":"Summer fair","text":"Come all"}','2026-06-01T10:00:00','queued',NULL,'2026-04-30T10:00:00','2026-04-30T10:00:00'),(4,'7','{"title":"Old news","text":"No"}','2026-05-03T10:00:00','cancelled',NULL,'2026-04-30T10:00:00','2026-04-30T12:00:00');
--> queue 1 done Spring sale
--> queue 2 failed New hours
--> queue 3 scheduled Summer fair
--> queue 4 cancelled Old news
--= queue error=error; created=created_at; run_at=publish_at
