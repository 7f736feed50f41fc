-- The tables of InvokeAI session queue with the columns that matter here; names and types are from
-- github.com/invoke-ai/InvokeAI 0cf7fe4: invokeai/app/services/shared/sqlite_migrator/migrations, services/session_queue/session_queue_sqlite.py.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE session_queue (item_id INTEGER PRIMARY KEY AUTOINCREMENT, batch_id TEXT NOT NULL, queue_id TEXT NOT NULL, session_id TEXT NOT NULL UNIQUE, field_values TEXT, session TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'pending', priority INTEGER NOT NULL DEFAULT 0, error_traceback TEXT, created_at DATETIME NOT NULL, updated_at DATETIME NOT NULL, started_at DATETIME, completed_at DATETIME, workflow TEXT, error_type TEXT, error_message TEXT, retried_from_item_id INTEGER);

-- want 1 queued a cat
INSERT INTO "session_queue" ("item_id", "status", "batch_id", "queue_id", "session", "created_at", "updated_at", "session_id") VALUES (1, 'pending', 'b1', 'default', '{"graph": {"nodes": {"n1": {"type": "noise"}, "n2": {"prompt": "a cat"}}}}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 's0');
-- want 2 active a cat
INSERT INTO "session_queue" ("item_id", "status", "batch_id", "queue_id", "session", "created_at", "updated_at", "session_id", "started_at") VALUES (2, 'in_progress', 'b1', 'default', '{"graph": {"nodes": {"n1": {"type": "noise"}, "n2": {"prompt": "a cat"}}}}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 's1', '2026-01-10 11:59:00');
-- want 3 done a cat
INSERT INTO "session_queue" ("item_id", "status", "batch_id", "queue_id", "session", "created_at", "updated_at", "session_id", "completed_at") VALUES (3, 'completed', 'b1', 'default', '{"graph": {"nodes": {"n1": {"type": "noise"}, "n2": {"prompt": "a cat"}}}}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 's2', '2026-01-10 09:20:00');
-- want 4 failed a cat
INSERT INTO "session_queue" ("item_id", "status", "batch_id", "queue_id", "session", "created_at", "updated_at", "session_id", "error_type", "error_message") VALUES (4, 'failed', 'b1', 'default', '{"graph": {"nodes": {"n1": {"type": "noise"}, "n2": {"prompt": "a cat"}}}}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 's3', 'OutOfMemoryError', 'CUDA out of memory');
-- want 5 cancelled b1
INSERT INTO "session_queue" ("item_id", "status", "batch_id", "queue_id", "session", "created_at", "updated_at", "session_id") VALUES (5, 'canceled', 'b1', 'default', '{"graph": {"nodes": {}}}', '2026-01-10 09:00:00', '2026-01-10 09:00:00', 's4');
