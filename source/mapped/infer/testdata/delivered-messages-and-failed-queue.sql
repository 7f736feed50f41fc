CREATE TABLE messenger_messages (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, body CLOB NOT NULL, headers CLOB NOT NULL, queue_name VARCHAR(190) NOT NULL, created_at DATETIME NOT NULL, available_at DATETIME NOT NULL, delivered_at DATETIME DEFAULT NULL);
CREATE INDEX IDX_Q ON messenger_messages (queue_name, available_at, delivered_at, id);
CREATE TABLE doctrine_migration_versions (version VARCHAR PRIMARY KEY, executed_at DATETIME, execution_time INTEGER);
INSERT INTO messenger_messages VALUES (1,'O:36:"Envelope"','{"type":"App\\Message\\Ping"}','default','2026-05-01 11:00:00','2026-05-01 11:00:00',NULL),
 (2,'O:36:"Envelope"','{"type":"App\\Message\\Pong"}','default','2026-05-01 11:00:00','2026-05-01 11:00:00','2026-05-01 11:59:00'),
 (3,'O:36:"Envelope"','{"type":"App\\Message\\Ping"}','failed','2026-05-01 11:00:00','2026-05-01 11:00:00',NULL),
 (4,'O:36:"Envelope"','{"type":"App\\Message\\Late"}','default','2026-05-01 11:00:00','2026-05-01 15:00:00',NULL);
--> messenger_messages 1 queued Ping
--> messenger_messages 2 active Pong
--> messenger_messages 3 failed Ping
--> messenger_messages 4 scheduled Late
