-- One task of each kind on 2026-03-14, to be looked at from noon (UTC).
INSERT INTO tasks (id, title, body, created_at, updated_at) VALUES
  ('q1', 'Sort the inbox', 'Put every mail into its folder.', 1773489000000, 1773489000000),
  ('a1', 'Index the photos', NULL, 1773489000000, 1773489000000),
  ('b1', 'Rotate the keys', 'Rotate the keys of the mail server.', 1773486000000, 1773486000000),
  ('f1', 'Build the search index', NULL, 1773486000000, 1773486000000),
  ('d1', 'Renew the certificate', 'Renew it before it ends.', 1773486000000, 1773486000000),
  ('d2', 'Sweep the logs', 'Delete what is older than a year.', 1773486000000, 1773486000000),
  ('d3', 'Write the summary', NULL, 1773486000000, 1773486000000),
  ('c1', 'An old idea', NULL, 1773486000000, 1773486000000);
INSERT INTO tasks (id, title, created_at, updated_at, state, run_at) VALUES
  ('s1', 'Send the weekly report', 1773486000000, 1773486000000, 'scheduled', 1773525600000);
INSERT INTO runs (task_id, attempt, worker, started_at, ended_at, outcome, output, error, tool_calls, files_changed, cost_usd, tokens) VALUES
  ('a1', 1, 'w1', 1773489300000, NULL, NULL, NULL, NULL, 4, NULL, NULL, NULL),
  ('b1', 1, 'w1', 1773486000000, 1773486060000, 'blocked', 'I need permission to read the vault.', NULL, 2, 0, NULL, NULL),
  ('f1', 1, 'w2', 1773486000000, 1773486100000, 'budget', NULL, 'the turn budget of 60 is used up', 60, 0, NULL, NULL),
  ('f1', 2, 'w2', 1773486200000, 1773486300000, 'budget', NULL, 'the turn budget of 60 is used up', 60, 0, NULL, NULL),
  ('d1', 1, 'w3', 1773486000000, 1773486300000, 'done',
    'I was unable to renew the certificate: access to the DNS zone was denied.', NULL, 5, 0, NULL, NULL),
  ('d2', 1, 'w3', 1773486300000, 1773486600000, 'done',
    'All 14 log folders were swept and 3 old files were removed.', NULL, 22, 3, 0.25, 1200),
  ('d3', 1, 'w3', 1773486600000, 1773486700000, 'done', 'I will write the summary tomorrow morning.', NULL, NULL, NULL, NULL, NULL);
UPDATE tasks SET state = 'active', attempts = 1, claimed_by = 'w1', claimed_at = 1773489300000, heartbeat_at = 1773489590000,
  lease_expires_at = 1773490200000, updated_at = 1773489300000 WHERE id = 'a1';
UPDATE tasks SET state = 'active', attempts = 1, updated_at = 1773486000000 WHERE id IN ('b1', 'd1', 'd2', 'd3');
UPDATE tasks SET state = 'active', attempts = 2, updated_at = 1773486200000 WHERE id = 'f1';
UPDATE tasks SET state = 'blocked', obstacle = 'I need permission to read the vault.', obstacle_kind = 'permission', outcome = 'blocked',
  changed_by = 'w1', updated_at = 1773486060000 WHERE id = 'b1';
UPDATE tasks SET state = 'failed', outcome = 'failed', finished_at = 1773486300000, updated_at = 1773486300000 WHERE id = 'f1';
UPDATE tasks SET state = 'done', result = (SELECT output FROM runs WHERE task_id = tasks.id),
  finished_at = (SELECT ended_at FROM runs WHERE task_id = tasks.id), updated_at = (SELECT ended_at FROM runs WHERE task_id = tasks.id)
  WHERE id IN ('d1', 'd3');
UPDATE tasks SET state = 'done', result = 'All 14 log folders were swept and 3 old files were removed.', outcome = 'done',
  cost_usd = 0.25, tokens = 1200, finished_at = 1773486600000, updated_at = 1773486600000 WHERE id = 'd2';
UPDATE tasks SET state = 'cancelled', finished_at = 1773486700000, updated_at = 1773486700000 WHERE id = 'c1';
