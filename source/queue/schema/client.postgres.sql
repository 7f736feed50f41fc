-- What a client of a notdone queue in PostgreSQL says to it, in any language: the blocks of
-- client.sql, with the same names, parameters and effects.
--
-- A block is one statement, or one transaction whose statements are run in order on one
-- connection, at the isolation level READ COMMITTED. Numbered parameters mean the same in
-- each statement of a block; pass a statement those that it has.

-- name: add ($1 id, $2 title, $3 body, $4 priority, $5 run at (unix ms or NULL), $6 most attempts or NULL, $7 fingerprint or NULL, $8 who)
-- Adds a task, to be run now or not before a given time; an id that exists is left as it is.
INSERT INTO tasks (id, title, body, priority, run_at, max_attempts, fingerprint, changed_by, state)
VALUES ($1::text, $2::text, $3::text, $4::bigint, $5::bigint, $6::bigint, $7::text, $8::text, CASE WHEN $5::bigint IS NULL THEN 'queued' ELSE 'scheduled' END)
ON CONFLICT (id) DO NOTHING;

-- name: depend ($1 parent id, $2 child id)
-- Lets the child wait until the parent is done or cancelled.
INSERT INTO links (parent_id, child_id) VALUES ($1::text, $2::text) ON CONFLICT DO NOTHING;

-- name: tag ($1 id, $2 tags as a JSON array of texts)
-- Says what a task is sorted by; from schema version 3 on.
UPDATE tasks SET tags = $2::text WHERE id = $1::text;

-- name: repeat ($1 id, $2 ms between two moments of the series, at least 1000)
-- Makes a task the first of a series, right after it was added: when one of the series is done or has failed, the next one is scheduled; from schema version 3 on.
UPDATE tasks SET series = id, every_ms = $2::bigint, slot_at = coalesce(run_at, created_at) WHERE id = $1::text;

-- name: expire
-- Fails tasks whose lease ran out on their last attempt; run it before each claim.
WITH expired AS (
  SELECT id FROM tasks WHERE state = 'active' AND attempts >= max_attempts AND lease_expires_at <= notdone_now()
  FOR UPDATE SKIP LOCKED),
ended AS (
  UPDATE runs SET ended_at = notdone_now(), outcome = 'released', error = 'lease ran out'
  WHERE ended_at IS NULL AND task_id IN (SELECT id FROM expired))
UPDATE tasks SET state = 'failed', change_note = 'lease ran out on the last attempt', finished_at = notdone_now(),
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id IN (SELECT id FROM expired);

-- name: claim ($1 worker, a name no other task of yours is claimed under, $2 lease in ms, $3 host, $4 pid, $5 log path or NULL)
-- Claims the most urgent task that may run and that no other client is about to claim, one whose lease ran out included, and opens a run; the INSERT adds 1 row, or 0 when there is none.
BEGIN;
WITH next AS (
  SELECT id FROM tasks
  WHERE state IN ('queued', 'scheduled', 'active') AND (max_attempts IS NULL OR attempts < max_attempts)
    AND CASE state WHEN 'active' THEN lease_expires_at <= notdone_now()
      ELSE (run_at <= notdone_now() OR run_at IS NULL AND state = 'queued')
        AND NOT EXISTS (SELECT 1 FROM links JOIN tasks AS parent ON parent.id = parent_id
          WHERE child_id = tasks.id AND parent.state NOT IN ('done', 'cancelled')) END
  ORDER BY priority DESC, created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED),
claimed AS (
  UPDATE tasks SET state = 'active', attempts = attempts + 1, claimed_by = $1::text, claimed_at = notdone_now(),
    heartbeat_at = notdone_now(), lease_expires_at = notdone_now() + $2::bigint,
    outcome = NULL, obstacle = NULL, obstacle_kind = NULL, finished_at = NULL, changed_by = $1::text
  WHERE id IN (SELECT id FROM next) RETURNING id, attempts, claimed_at)
INSERT INTO runs (task_id, attempt, worker, started_at, host, pid, log_path)
SELECT id, attempts, $1::text, claimed_at, $3::text, $4::bigint, $5::text FROM claimed;
UPDATE runs SET ended_at = notdone_now(), outcome = 'released', error = 'lease ran out'
WHERE ended_at IS NULL AND task_id IN (SELECT id FROM tasks WHERE state = 'active' AND claimed_by = $1::text)
  AND id < (SELECT max(id) FROM runs AS newer WHERE newer.task_id = runs.task_id);
COMMIT;

-- name: namespace ($1 worker, $2 on Linux what the link /proc/self/ns/pid of the worker holds, such as pid:[4026531836])
-- Says in which pid namespace the pid of the claim was given, right after it, so that a worker in a container is not taken for dead, and one that is can be seen to be.
UPDATE runs SET pid_namespace = $2::text WHERE worker = $1::text AND ended_at IS NULL;

-- name: log ($1 worker, $2 path of the log of its attempt, relative to the folder of the queue file)
-- Says where the log of the attempt is, right after the claim, if its name is not known before.
UPDATE runs SET log_path = $2::text WHERE ended_at IS NULL AND worker = $1::text
  AND task_id IN (SELECT id FROM tasks WHERE state = 'active' AND claimed_by = $1::text);

-- name: claimed ($1 worker)
-- Reads the task that the worker has claimed, with the operator's answer to its last obstacle.
SELECT id, title, body, answer, attempts, max_attempts, lease_expires_at FROM tasks
WHERE state = 'active' AND claimed_by = $1::text;

-- name: heartbeat ($1 id, $2 worker, $3 lease in ms)
-- Says that the worker is alive and renews its lease; 0 rows changed: another one has the task now, stop.
UPDATE tasks SET heartbeat_at = notdone_now(),
  lease_expires_at = notdone_now() + $3::bigint
WHERE id = $1::text AND claimed_by = $2::text AND state = 'active';

-- name: finish ($1 id, $2 worker, $3 the agent's own outcome: done, blocked, refused, failed or NULL, $4 result, $5 cost in USD, $6 tokens, $7 tool calls, $8 files changed, $9 messages, $10 exit code)
-- Ends the run and the task; the state follows the outcome: done or NULL: done, blocked: blocked, refused and failed: failed.
BEGIN;
SELECT 1 FROM tasks WHERE id = $1::text FOR UPDATE;
UPDATE runs SET ended_at = notdone_now(),
  outcome = coalesce($3::text, 'done'), output = $4::text, error = NULL,
  cost_usd = $5::double precision, tokens = $6::bigint, tool_calls = $7::bigint, files_changed = $8::bigint, messages = $9::bigint, exit_code = $10::bigint
WHERE task_id = $1::text AND worker = $2::text AND ended_at IS NULL;
UPDATE tasks SET result = $4::text, outcome = $3::text, changed_by = $2::text,
  state = CASE $3::text WHEN 'blocked' THEN 'blocked' WHEN 'refused' THEN 'failed' WHEN 'failed' THEN 'failed' ELSE 'done' END,
  finished_at = CASE WHEN $3::text = 'blocked' THEN NULL
    ELSE notdone_now() END,
  cost_usd = CASE WHEN $5::double precision IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $5::double precision END,
  tokens = CASE WHEN $6::bigint IS NULL THEN tokens ELSE coalesce(tokens, 0) + $6::bigint END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND claimed_by = $2::text AND state = 'active';
COMMIT;

-- name: block ($1 id, $2 worker, $3 kind of obstacle or NULL, $4 the obstacle in the agent's words, $5 cost in USD, $6 tokens, $7 tool calls, $8 files changed, $9 messages, $10 exit code, $11 output)
-- Ends the run and blocks the task until an operator answers; it is not claimed again by itself.
BEGIN;
SELECT 1 FROM tasks WHERE id = $1::text FOR UPDATE;
UPDATE runs SET ended_at = notdone_now(),
  outcome = 'blocked', output = $11::text, error = NULL,
  cost_usd = $5::double precision, tokens = $6::bigint, tool_calls = $7::bigint, files_changed = $8::bigint, messages = $9::bigint, exit_code = $10::bigint
WHERE task_id = $1::text AND worker = $2::text AND ended_at IS NULL;
UPDATE tasks SET state = 'blocked', outcome = 'blocked', obstacle_kind = $3::text, obstacle = $4::text,
  changed_by = $2::text, change_note = $4::text,
  cost_usd = CASE WHEN $5::double precision IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $5::double precision END,
  tokens = CASE WHEN $6::bigint IS NULL THEN tokens ELSE coalesce(tokens, 0) + $6::bigint END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND claimed_by = $2::text AND state = 'active';
COMMIT;

-- name: fail ($1 id, $2 worker, $3 how the run ended: failed, crashed, timed_out, budget, spawn_failed or rate_limited, $4 error, $5 cost in USD, $6 tokens, $7 tool calls, $8 files changed, $9 messages, $10 exit code, $11 output)
-- Ends the run and fails the task for good.
BEGIN;
SELECT 1 FROM tasks WHERE id = $1::text FOR UPDATE;
UPDATE runs SET ended_at = notdone_now(),
  outcome = $3::text, output = $11::text, error = $4::text,
  cost_usd = $5::double precision, tokens = $6::bigint, tool_calls = $7::bigint, files_changed = $8::bigint, messages = $9::bigint, exit_code = $10::bigint
WHERE task_id = $1::text AND worker = $2::text AND ended_at IS NULL;
UPDATE tasks SET state = 'failed', outcome = 'failed', changed_by = $2::text, change_note = $4::text,
  finished_at = notdone_now(),
  cost_usd = CASE WHEN $5::double precision IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $5::double precision END,
  tokens = CASE WHEN $6::bigint IS NULL THEN tokens ELSE coalesce(tokens, 0) + $6::bigint END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND claimed_by = $2::text AND state = 'active';
COMMIT;

-- name: retry ($1 to $11 as in fail, $12 wait in ms)
-- Ends the run and puts the task back into the queue, or fails it when it has no attempt left.
BEGIN;
SELECT 1 FROM tasks WHERE id = $1::text FOR UPDATE;
UPDATE runs SET ended_at = notdone_now(),
  outcome = $3::text, output = $11::text, error = $4::text,
  cost_usd = $5::double precision, tokens = $6::bigint, tool_calls = $7::bigint, files_changed = $8::bigint, messages = $9::bigint, exit_code = $10::bigint
WHERE task_id = $1::text AND worker = $2::text AND ended_at IS NULL;
UPDATE tasks SET changed_by = $2::text, change_note = $4::text,
  state = CASE WHEN attempts >= max_attempts THEN 'failed' ELSE 'queued' END,
  finished_at = CASE WHEN attempts >= max_attempts
    THEN notdone_now() END,
  run_at = CASE WHEN attempts >= max_attempts THEN run_at
    ELSE notdone_now() + $12::bigint END,
  cost_usd = CASE WHEN $5::double precision IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $5::double precision END,
  tokens = CASE WHEN $6::bigint IS NULL THEN tokens ELSE coalesce(tokens, 0) + $6::bigint END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND claimed_by = $2::text AND state = 'active';
COMMIT;

-- name: release ($1 id, $2 worker, $3 why, $4 cost in USD, $5 tokens, $6 tool calls, $7 files changed, $8 messages, $9 exit code, $10 output)
-- Gives the task back as it was before the claim, since the worker stops; the attempt does not count.
BEGIN;
SELECT 1 FROM tasks WHERE id = $1::text FOR UPDATE;
UPDATE runs SET ended_at = notdone_now(),
  outcome = 'released', output = $10::text, error = $3::text,
  cost_usd = $4::double precision, tokens = $5::bigint, tool_calls = $6::bigint, files_changed = $7::bigint, messages = $8::bigint, exit_code = $9::bigint
WHERE task_id = $1::text AND worker = $2::text AND ended_at IS NULL;
UPDATE tasks SET state = 'queued', attempts = greatest(attempts - 1, 0), changed_by = $2::text, change_note = $3::text,
  cost_usd = CASE WHEN $4::double precision IS NULL THEN cost_usd ELSE coalesce(cost_usd, 0) + $4::double precision END,
  tokens = CASE WHEN $5::bigint IS NULL THEN tokens ELSE coalesce(tokens, 0) + $5::bigint END,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND claimed_by = $2::text AND state = 'active';
COMMIT;

-- name: previous ($1 id)
-- Reads how the newest attempt ended that said or did anything.
SELECT outcome, output, error, log_path FROM runs
WHERE id = (SELECT max(id) FROM runs WHERE task_id = $1::text AND ended_at IS NOT NULL AND outcome <> 'released');

-- name: comment ($1 id, $2 who, $3 text)
-- Adds a comment to a task's history.
INSERT INTO events (task_id, kind, actor, note) SELECT id, 'commented', $2::text, $3::text FROM tasks WHERE id = $1::text;

-- name: unblock ($1 id, $2 who, $3 answer to the agent or NULL, $4 note or NULL)
-- Puts a blocked task back into the queue with an answer; its attempts stay.
UPDATE tasks SET state = 'queued', answer = $3::text, changed_by = $2::text, change_note = $4::text,
  obstacle = NULL, obstacle_kind = NULL, outcome = NULL,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND state = 'blocked';

-- name: requeue ($1 id, $2 who, $3 note or NULL)
-- Asks again for a task that is done or failed; its result stays in its run.
UPDATE tasks SET state = 'queued', result = NULL, outcome = NULL, finished_at = NULL, run_at = NULL,
  changed_by = $2::text, change_note = $3::text,
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND state IN ('done', 'failed');

-- name: cancel ($1 id, $2 who, $3 note or NULL)
-- Cancels a task that is not over and takes its claim away.
UPDATE tasks SET state = 'cancelled', changed_by = $2::text, change_note = $3::text,
  finished_at = notdone_now(),
  claimed_by = NULL, claimed_at = NULL, heartbeat_at = NULL, lease_expires_at = NULL
WHERE id = $1::text AND state NOT IN ('done', 'failed', 'cancelled');

-- name: answer ($1 id)
-- Reads what the operator answered.
SELECT answer FROM tasks WHERE id = $1::text;

-- name: asked ($1 fingerprint, $2 how many at most or NULL)
-- Reads the newest tasks that ask for the same by their own word.
SELECT id FROM tasks WHERE fingerprint = $1::text ORDER BY created_at DESC, id DESC LIMIT $2::bigint;

-- name: unsigned ($1 how many at most or NULL)
-- Reads the newest tasks whose fingerprint is not recorded, to be computed from what they ask for.
SELECT id, coalesce(title, ''), coalesce(body, '') FROM tasks
WHERE fingerprint IS NULL ORDER BY created_at DESC, id DESC LIMIT $1::bigint;

-- name: titles ($1 how many at most or NULL)
-- Reads the titles of the newest tasks.
SELECT id, coalesce(title, '') FROM tasks ORDER BY created_at DESC, id DESC LIMIT $1::bigint;
