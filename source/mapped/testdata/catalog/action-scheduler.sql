-- The tables of Action Scheduler (WordPress on SQLite) with the columns that matter here; names and types are from
-- github.com/woocommerce/action-scheduler 2ba9f37: classes/schema, classes/abstracts/ActionScheduler_Store.php.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE wp_actionscheduler_actions (action_id INTEGER PRIMARY KEY AUTOINCREMENT, hook TEXT NOT NULL, status TEXT NOT NULL, scheduled_date_gmt TEXT DEFAULT '0000-00-00 00:00:00', args TEXT, schedule TEXT, group_id INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0, last_attempt_gmt TEXT DEFAULT '0000-00-00 00:00:00', claim_id INTEGER NOT NULL DEFAULT 0, extended_args TEXT);
CREATE TABLE wp_actionscheduler_logs (log_id INTEGER PRIMARY KEY AUTOINCREMENT, action_id INTEGER NOT NULL, message TEXT NOT NULL, log_date_gmt TEXT);

INSERT INTO "wp_actionscheduler_logs" ("action_id", "message", "log_date_gmt") VALUES (5, 'action failed via WP Cron: boom', '2026-01-10 09:20:00');
-- want 1 queued task 1
INSERT INTO "wp_actionscheduler_actions" ("action_id", "hook", "status", "scheduled_date_gmt", "args") VALUES (1, 'task 1', 'pending', '2026-01-10 09:00:00', '[]');
-- want 2 scheduled task 2
INSERT INTO "wp_actionscheduler_actions" ("action_id", "hook", "status", "scheduled_date_gmt", "args") VALUES (2, 'task 2', 'pending', '2026-01-10 13:00:00', '[]');
-- want 3 active task 3
INSERT INTO "wp_actionscheduler_actions" ("action_id", "hook", "status", "scheduled_date_gmt", "args", "last_attempt_gmt", "claim_id") VALUES (3, 'task 3', 'in-progress', '2026-01-10 09:00:00', '[]', '2026-01-10 11:59:00', 1);
-- want 4 done task 4
INSERT INTO "wp_actionscheduler_actions" ("action_id", "hook", "status", "scheduled_date_gmt", "args", "last_attempt_gmt") VALUES (4, 'task 4', 'complete', '2026-01-10 09:00:00', '[]', '2026-01-10 09:20:00');
-- want 5 failed task 5
INSERT INTO "wp_actionscheduler_actions" ("action_id", "hook", "status", "scheduled_date_gmt", "args", "last_attempt_gmt") VALUES (5, 'task 5', 'failed', '2026-01-10 09:00:00', '[]', '2026-01-10 09:20:00');
-- want 6 cancelled task 6
INSERT INTO "wp_actionscheduler_actions" ("action_id", "hook", "status", "scheduled_date_gmt", "args") VALUES (6, 'task 6', 'canceled', '2026-01-10 09:00:00', '[]');
