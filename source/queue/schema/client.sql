-- What a client of a notdone queue file says to it, in any language.
--
-- A block is one statement, or one transaction whose statements are run in
-- order on one connection. Numbered parameters mean the same in each statement
-- of a block; pass a statement as many as its highest number. Set a busy
-- timeout first (PRAGMA busy_timeout = 5000).

-- name: add (?1 id, ?2 title, ?3 body, ?4 priority, ?5 run at (unix ms or NULL), ?6 most attempts or NULL, ?7 fingerprint or NULL, ?8 who)
-- Adds a task, to be run now or not before a given time; an id that exists is left as it is.
INSERT INTO tasks (id, title, body, priority, run_at, max_attempts, fingerprint, changed_by, state)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, CASE WHEN ?5 IS NULL THEN 'queued' ELSE 'scheduled' END)
ON CONFLICT (id) DO NOTHING;

-- name: depend (?1 parent id, ?2 child id)
-- Lets the child wait until the parent is done or cancelled.
INSERT INTO links (parent_id, child_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING;

-- name: tag (?1 id, ?2 tags as a JSON array of texts)
-- Says what a task is sorted by; from schema version 3 on.
UPDATE tasks SET tags = ?2 WHERE id = ?1;

-- name: repeat (?1 id, ?2 ms between two moments of the series, at least 1000)
-- Makes a task the first of a series, right after it was added: when one of the series is done or has failed, the next one is scheduled; from schema version 3 on.
UPDATE tasks SET series = id, every_ms = ?2, slot_at = coalesce(run_at, created_at) WHERE id = ?1;

-- name: expire
-- Fails tasks whose lease ran out on their last attempt; run it before each claim.
BEGIN IMMEDIATE;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = 'released', error = 'lease ran out'
WHERE ended_at IS NULL AND task_id IN (SELECT id FROM tasks WHERE state = 'active' AND attempts >= max_attempts
  AND lease_expires_at <= CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER));
UPDATE tasks SET state = 'failed', change_note = 'lease ran out on the last attempt',
  finished_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE state = 'active' AND attempts >= max_attempts
  AND lease_expires_at <= CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER);
COMMIT;

-- name: claim (?1 worker, a name no other task of yours is claimed under, ?2 lease in ms, ?3 host, ?4 pid, ?5 log path or NULL)
-- Claims the most urgent task that may run, one whose lease ran out included, and opens a run; the first UPDATE changes 1 row, or 0 when there is none.
BEGIN IMMEDIATE;
UPDATE tasks SET state = 'active', attempts = attempts + 1, claimed_by = ?1,
  claimed_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  heartbeat_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  lease_expires_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) + ?2,
  outcome = NULL, obstacle = NULL, obstacle_kind = NULL, finished_at = NULL, changed_by = ?1
WHERE id = (
  SELECT id FROM (
    SELECT * FROM (SELECT id, priority, created_at FROM tasks
      WHERE state = 'queued' AND (max_attempts IS NULL OR attempts < max_attempts)
        AND (run_at IS NULL OR run_at <= CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER))
        AND NOT EXISTS (SELECT 1 FROM links JOIN tasks AS parent ON parent.id = parent_id
          WHERE child_id = tasks.id AND parent.state NOT IN ('done', 'cancelled'))
      ORDER BY priority DESC, created_at, id LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT id, priority, created_at FROM tasks
      WHERE state = 'scheduled' AND (max_attempts IS NULL OR attempts < max_attempts)
        AND run_at <= CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
        AND NOT EXISTS (SELECT 1 FROM links JOIN tasks AS parent ON parent.id = parent_id
          WHERE child_id = tasks.id AND parent.state NOT IN ('done', 'cancelled'))
      ORDER BY priority DESC, created_at, id LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT id, priority, created_at FROM tasks
      WHERE state = 'active' AND (max_attempts IS NULL OR attempts < max_attempts)
        AND lease_expires_at <= CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
      ORDER BY priority DESC, created_at, id LIMIT 1)
  ) ORDER BY priority DESC, created_at, id LIMIT 1);
INSERT INTO runs (task_id, attempt, worker, started_at, host, pid, log_path)
SELECT id, attempts, ?1, claimed_at, ?3, ?4, ?5 FROM tasks
WHERE changes() = 1 AND state = 'active' AND claimed_by = ?1;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = 'released', error = 'lease ran out'
WHERE ended_at IS NULL AND task_id IN (SELECT id FROM tasks WHERE state = 'active' AND claimed_by = ?1)
  AND id < (SELECT max(id) FROM runs AS newer WHERE newer.task_id = runs.task_id);
COMMIT;

-- name: namespace (?1 worker, ?2 on Linux what the link /proc/self/ns/pid of the worker holds, such as pid:[4026531836])
-- Says in which pid namespace the pid of the claim was given, right after it, so that a worker in a container is not taken for dead, and one that is can be seen to be.
UPDATE runs SET pid_namespace = ?2 WHERE worker = ?1 AND ended_at IS NULL;

-- name: log (?1 worker, ?2 path of the log of its attempt, relative to the folder of the queue file)
-- Says where the log of the attempt is, right after the claim, if its name is not known before.
UPDATE runs SET log_path = ?2 WHERE ended_at IS NULL AND worker = ?1
  AND task_id IN (SELECT id FROM tasks WHERE state = 'active' AND claimed_by = ?1);

-- name: claimed (?1 worker)
-- Reads the task that the worker has claimed, with the operator's answer to its last obstacle.
SELECT id, title, body, answer, attempts, max_attempts, lease_expires_at FROM tasks
WHERE state = 'active' AND claimed_by = ?1;

-- name: heartbeat (?1 id, ?2 worker, ?3 lease in ms)
-- Says that the worker is alive and renews its lease; 0 rows changed: another one has the task now, stop.
UPDATE tasks SET heartbeat_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  lease_expires_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) + ?3
WHERE id = ?1 AND claimed_by = ?2 AND state = 'active';

-- name: finish (?1 id, ?2 worker, ?3 the agent's own outcome: done, blocked, refused, failed or NULL, ?4 result, ?5 cost in USD, ?6 tokens, ?7 tool calls, ?8 files changed, ?9 messages, ?10 exit code)
-- Ends the run and the task; the state follows the outcome: done or NULL: done, blocked: blocked, refused and failed: failed.
BEGIN IMMEDIATE;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = coalesce(?3, 'done'), output = ?4, error = NULL,
  cost_usd = ?5, tokens = ?6, tool_calls = ?7, files_changed = ?8, messages = ?9, exit_code = ?10
WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NULL;
UPDATE tasks SET result = ?4, outcome = ?3, changed_by = ?2,
  state = CASE ?3 WHEN 'blocked' THEN 'blocked' WHEN 'refused' THEN 'failed' WHEN 'failed' THEN 'failed' ELSE 'done' END,
  finished_at = CASE WHEN ?3 = 'blocked' THEN NULL
    ELSE CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) END,
  cost_usd = CASE WHEN ?5 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?5 END,
  tokens = CASE WHEN ?6 IS NULL THEN tokens ELSE coalesce(tokens, 0) + ?6 END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND claimed_by = ?2 AND state = 'active';
COMMIT;

-- name: block (?1 id, ?2 worker, ?3 kind of obstacle or NULL, ?4 the obstacle in the agent's words, ?5 cost in USD, ?6 tokens, ?7 tool calls, ?8 files changed, ?9 messages, ?10 exit code, ?11 output)
-- Ends the run and blocks the task until an operator answers; it is not claimed again by itself.
BEGIN IMMEDIATE;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = 'blocked', output = ?11, error = NULL,
  cost_usd = ?5, tokens = ?6, tool_calls = ?7, files_changed = ?8, messages = ?9, exit_code = ?10
WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NULL;
UPDATE tasks SET state = 'blocked', outcome = 'blocked', obstacle_kind = ?3, obstacle = ?4,
  changed_by = ?2, change_note = ?4,
  cost_usd = CASE WHEN ?5 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?5 END,
  tokens = CASE WHEN ?6 IS NULL THEN tokens ELSE coalesce(tokens, 0) + ?6 END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND claimed_by = ?2 AND state = 'active';
COMMIT;

-- name: fail (?1 id, ?2 worker, ?3 how the run ended: failed, crashed, timed_out, budget, spawn_failed or rate_limited, ?4 error, ?5 cost in USD, ?6 tokens, ?7 tool calls, ?8 files changed, ?9 messages, ?10 exit code, ?11 output)
-- Ends the run and fails the task for good.
BEGIN IMMEDIATE;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = ?3, output = ?11, error = ?4,
  cost_usd = ?5, tokens = ?6, tool_calls = ?7, files_changed = ?8, messages = ?9, exit_code = ?10
WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NULL;
UPDATE tasks SET state = 'failed', outcome = 'failed', changed_by = ?2, change_note = ?4,
  finished_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  cost_usd = CASE WHEN ?5 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?5 END,
  tokens = CASE WHEN ?6 IS NULL THEN tokens ELSE coalesce(tokens, 0) + ?6 END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND claimed_by = ?2 AND state = 'active';
COMMIT;

-- name: retry (?1 to ?11 as in fail, ?12 wait in ms)
-- Ends the run and puts the task back into the queue, or fails it when it has no attempt left.
BEGIN IMMEDIATE;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = ?3, output = ?11, error = ?4,
  cost_usd = ?5, tokens = ?6, tool_calls = ?7, files_changed = ?8, messages = ?9, exit_code = ?10
WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NULL;
UPDATE tasks SET changed_by = ?2, change_note = ?4,
  state = CASE WHEN attempts >= max_attempts THEN 'failed' ELSE 'queued' END,
  finished_at = CASE WHEN attempts >= max_attempts
    THEN CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) END,
  run_at = CASE WHEN attempts >= max_attempts THEN run_at
    ELSE CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) + ?12 END,
  cost_usd = CASE WHEN ?5 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?5 END,
  tokens = CASE WHEN ?6 IS NULL THEN tokens ELSE coalesce(tokens, 0) + ?6 END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND claimed_by = ?2 AND state = 'active';
COMMIT;

-- name: release (?1 id, ?2 worker, ?3 why, ?4 cost in USD, ?5 tokens, ?6 tool calls, ?7 files changed, ?8 messages, ?9 exit code, ?10 output)
-- Gives the task back as it was before the claim, since the worker stops; the attempt does not count.
BEGIN IMMEDIATE;
UPDATE runs SET ended_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  outcome = 'released', output = ?10, error = ?3,
  cost_usd = ?4, tokens = ?5, tool_calls = ?6, files_changed = ?7, messages = ?8, exit_code = ?9
WHERE task_id = ?1 AND worker = ?2 AND ended_at IS NULL;
UPDATE tasks SET state = 'queued', attempts = max(attempts - 1, 0), changed_by = ?2, change_note = ?3,
  cost_usd = CASE WHEN ?4 IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + ?4 END,
  tokens = CASE WHEN ?5 IS NULL THEN tokens ELSE coalesce(tokens, 0) + ?5 END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND claimed_by = ?2 AND state = 'active';
COMMIT;

-- name: previous (?1 id)
-- Reads how the newest attempt ended that said or did anything.
SELECT outcome, output, error, log_path FROM runs
WHERE id = (SELECT max(id) FROM runs WHERE task_id = ?1 AND ended_at IS NOT NULL AND outcome <> 'released');

-- name: comment (?1 id, ?2 who, ?3 text)
-- Adds a comment to a task's history.
INSERT INTO events (task_id, kind, actor, note) SELECT id, 'commented', ?2, ?3 FROM tasks WHERE id = ?1;

-- name: unblock (?1 id, ?2 who, ?3 answer to the agent or NULL, ?4 note or NULL)
-- Puts a blocked task back into the queue with an answer; its attempts stay.
UPDATE tasks SET state = 'queued', answer = ?3, changed_by = ?2, change_note = ?4,
  obstacle = NULL, obstacle_kind = NULL, outcome = NULL,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND state = 'blocked';

-- name: requeue (?1 id, ?2 who, ?3 note or NULL)
-- Asks again for a task that is done or failed; its result stays in its run.
UPDATE tasks SET state = 'queued', result = NULL, outcome = NULL, finished_at = NULL, run_at = NULL,
  changed_by = ?2, change_note = ?3,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND state IN ('done', 'failed');

-- name: cancel (?1 id, ?2 who, ?3 note or NULL)
-- Cancels a task that is not over and takes its claim away.
UPDATE tasks SET state = 'cancelled', changed_by = ?2, change_note = ?3,
  finished_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER),
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = ?1 AND state NOT IN ('done', 'failed', 'cancelled');

-- name: answer (?1 id)
-- Reads what the operator answered.
SELECT answer FROM tasks WHERE id = ?1;

-- name: asked (?1 fingerprint, ?2 how many at most or NULL)
-- Reads the newest tasks that ask for the same by their own word.
SELECT id FROM tasks WHERE fingerprint = ?1 ORDER BY created_at DESC, id DESC LIMIT coalesce(?2, -1);

-- name: unsigned (?1 how many at most or NULL)
-- Reads the newest tasks whose fingerprint is not recorded, to be computed from what they ask for.
SELECT id, coalesce(title, ''), coalesce(body, '') FROM tasks
WHERE fingerprint IS NULL ORDER BY rowid DESC LIMIT coalesce(?1, -1);

-- name: titles (?1 how many at most or NULL)
-- Reads the titles of the newest tasks.
SELECT id, coalesce(title, '') FROM tasks ORDER BY rowid DESC LIMIT coalesce(?1, -1);
