-- The tables of Minion with the columns that matter here; names and types are from
-- CPAN Minion-Backend-SQLite 5.0.7: Minion/Backend/SQLite.pm.
-- The clock is 2026-01-10T12:00:00Z.

CREATE TABLE minion_jobs (id integer not null primary key autoincrement, args text not null, created text not null default current_timestamp, delayed text not null, finished text, priority integer not null default 0, result text, retried text, retries integer not null default 0, started text, state text not null default 'inactive', task text not null, worker integer, queue text not null default 'default', attempts integer not null default 1, parents text not null default '[]', notes text not null check(json_valid(notes) and json_type(notes) = 'object') default '{}', expires text, lax boolean not null default 0);
CREATE TABLE minion_workers (id integer not null primary key autoincrement, host text not null, pid integer not null, started text not null default current_timestamp, notified text not null default current_timestamp, inbox text not null default '[]', status text not null default '{}');
INSERT INTO minion_workers (id, host, pid, started, notified) VALUES (1, 'vm', 71, '2026-01-10 08:00:00', '2026-01-10 11:59:30');

-- want 1 queued task 1
INSERT INTO minion_jobs (id, task, state, args, created, delayed) VALUES (1, 'task 1', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00');
-- want 2 scheduled task 2
INSERT INTO minion_jobs (id, task, state, args, created, delayed) VALUES (2, 'task 2', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 13:00:00');
-- want 3 active task 3
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, worker) VALUES (3, 'task 3', 'active', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 11:59:00', 1);
-- want 4 done task 4
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, finished, result, worker) VALUES (4, 'task 4', 'finished', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '"delivered"', 1);
-- want 5 failed task 5
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, finished, result, worker) VALUES (5, 'task 5', 'failed', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '"no such mailbox\n"', 1);
-- want 6 scheduled task 6
INSERT INTO minion_jobs (id, task, state, args, created, delayed, started, finished, result, worker, retries, attempts, retried) VALUES (6, 'task 6', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 12:10:00', '2026-01-10 09:10:00', '2026-01-10 09:20:00', '"no such mailbox\n"', 1, 1, 2, '2026-01-10 09:20:00');
-- want 7 queued task 7
INSERT INTO minion_jobs (id, task, state, args, created, delayed, parents) VALUES (7, 'task 7', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '[4, 5]');
-- want 8 queued task 8
INSERT INTO minion_jobs (id, task, state, args, created, delayed, parents, lax) VALUES (8, 'task 8', 'inactive', '["a"]', '2026-01-10 09:00:00', '2026-01-10 09:00:00', '[4, 5]', 1);
