-- The tables of Symfony Messenger (Doctrine) with the columns that matter here; names and types are from
-- github.com/symfony/symfony 8e64eff: src/Symfony/Component/Messenger/Bridge/Doctrine/Transport/Connection.php.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE messenger_messages (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, body CLOB NOT NULL, headers CLOB NOT NULL, queue_name VARCHAR(190) NOT NULL, created_at DATETIME NOT NULL, available_at DATETIME NOT NULL, delivered_at DATETIME);

-- want 1 queued App\Message\Mail
INSERT INTO "messenger_messages" ("id", "body", "created_at", "headers", "queue_name", "available_at") VALUES (1, 'O:1:"x"', '2026-01-10 09:00:00', '{"type": "App\\Message\\Mail"}', 'default', '2026-01-10 09:00:00');
-- want 2 scheduled default
INSERT INTO "messenger_messages" ("id", "body", "created_at", "headers", "queue_name", "available_at") VALUES (2, 'O:1:"x"', '2026-01-10 09:00:00', '[]', 'default', '2026-01-10 13:00:00');
-- want 3 active default
INSERT INTO "messenger_messages" ("id", "body", "created_at", "headers", "queue_name", "available_at", "delivered_at") VALUES (3, 'O:1:"x"', '2026-01-10 09:00:00', '[]', 'default', '2026-01-10 09:00:00', '2026-01-10 11:59:00');
-- want 4 failed App\Message\Mail
INSERT INTO "messenger_messages" ("id", "body", "created_at", "headers", "queue_name", "available_at") VALUES (4, 'O:1:"x"', '2026-01-10 09:00:00', '{"type": "App\\Message\\Mail", "X-Message-Stamp-Symfony\\Component\\Messenger\\Stamp\\ErrorDetailsStamp": "[{\"exceptionMessage\": \"boom\"}]"}', 'failed', '2026-01-10 09:00:00');
