-- The tables of Celery broker by SQLAlchemy (Kombu) with the columns that matter here; names and types are from
-- github.com/celery/kombu 0a51783: kombu/transport/sqlalchemy/models.py and __init__.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE kombu_queue (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, name VARCHAR(200) UNIQUE);
CREATE TABLE kombu_message (id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, visible BOOLEAN, timestamp DATETIME, payload TEXT NOT NULL, version SMALLINT NOT NULL, queue_id INTEGER);

INSERT INTO "kombu_queue" ("id", "name") VALUES (1, 'celery');
-- want 1 queued app.send
INSERT INTO "kombu_message" ("id", "visible", "timestamp", "payload", "version", "queue_id") VALUES (1, 1, '2026-01-10 09:00:00.250000', '{"headers": {"task": "app.send"}}', 1, 1);
-- want 2 done celery
INSERT INTO "kombu_message" ("id", "visible", "timestamp", "payload", "version", "queue_id") VALUES (2, 0, '2026-01-10 09:00:00.250000', 'no JSON', 2, 1);
