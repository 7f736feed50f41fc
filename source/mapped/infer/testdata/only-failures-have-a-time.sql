-- Numbers in the usual order, of which only the last has a time; how many runs are left.
CREATE TABLE mail_jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, type TEXT NOT NULL, data TEXT NOT NULL, status INTEGER DEFAULT 0 NOT NULL, failed_at INTEGER, error TEXT, next_run_at INTEGER, created_at INTEGER NOT NULL, runs_left INTEGER NOT NULL, max_retries INTEGER NOT NULL);
INSERT INTO mail_jobs VALUES (1, 'greet', '{}', 2, NULL, NULL, 1777633200000, 1777633200000, 2, 3), (2, 'stamp', '{}', 3, 1777633260000, 'no stamps', 1777633200000, 1777633200000, 0, 3),
 (3, 'post', '{}', 0, NULL, NULL, 1777640400000, 1777633200000, 3, 3), (4, 'weigh', '{}', 0, NULL, NULL, 1777633200000, 1777633200000, 3, 3), (5, 'seal', '{}', 1, NULL, NULL, 1777633200000, 1777633200000, 2, 3);
--> mail_jobs 1 done greet
--> mail_jobs 2 failed stamp
--> mail_jobs 3 scheduled post
--> mail_jobs 4 queued weigh
--> mail_jobs 5 active seal
--= mail_jobs error=error; attempts=max_retries - runs_left; created=created_at; run_at=next_run_at
