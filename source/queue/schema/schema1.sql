-- A queue file of notdone, schema version 1.
--
-- Every time is an INTEGER: milliseconds since 1970-01-01 UTC; NULL is unknown.
-- Any client may change a task with a plain UPDATE: the triggers write the
-- history. Runs with SQLite 3.31 and later.

CREATE TABLE meta (
  schema_version INTEGER NOT NULL CHECK (schema_version >= 1)
);
INSERT INTO meta (schema_version) VALUES (1);

CREATE TABLE tasks (
  id TEXT NOT NULL PRIMARY KEY CHECK (id <> ''),
  title TEXT NOT NULL DEFAULT '',
  body TEXT DEFAULT '',
  state TEXT NOT NULL DEFAULT 'queued' CHECK (state IN
    ('queued', 'scheduled', 'active', 'blocked', 'failed', 'done', 'cancelled')),
  -- What keeps the task from succeeding, in the agent's own words.
  obstacle TEXT,
  obstacle_kind TEXT CHECK (obstacle_kind IN
    ('permission', 'access', 'credentials', 'missing-input', 'decision', 'dependency',
     'rate-limit', 'budget', 'tool', 'environment', 'network', 'policy', 'unknown')),
  result TEXT,
  -- The terminal state that the agent itself declared; NULL when it did not.
  outcome TEXT CHECK (outcome IN ('done', 'blocked', 'refused', 'failed')),
  -- The operator's answer to the agent.
  answer TEXT,
  priority INTEGER NOT NULL DEFAULT 0 CHECK (typeof(priority) = 'integer'),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (typeof(attempts) = 'integer' AND attempts >= 0),
  -- NULL: no limit.
  max_attempts INTEGER CHECK (max_attempts >= 1),
  -- Equal fingerprints are the same wish; NULL: it is computed when read.
  fingerprint TEXT,
  created_at INTEGER NOT NULL
    DEFAULT (CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER))
    CHECK (typeof(created_at) = 'integer'),
  -- The earliest moment at which it may be claimed.
  run_at INTEGER CHECK (typeof(run_at) IN ('integer', 'null')),
  claimed_by TEXT,
  claimed_at INTEGER CHECK (typeof(claimed_at) IN ('integer', 'null')),
  heartbeat_at INTEGER CHECK (typeof(heartbeat_at) IN ('integer', 'null')),
  lease_expires_at INTEGER CHECK (typeof(lease_expires_at) IN ('integer', 'null')),
  finished_at INTEGER CHECK (typeof(finished_at) IN ('integer', 'null')),
  -- Kept by the triggers.
  updated_at INTEGER NOT NULL
    DEFAULT (CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER))
    CHECK (typeof(updated_at) = 'integer'),
  cost_usd REAL CHECK (cost_usd >= 0),
  tokens INTEGER CHECK (tokens >= 0),
  -- Who makes the change, and why: set them in the same statement as the
  -- change. They move to the event and are NULL again afterwards.
  changed_by TEXT,
  change_note TEXT
);
CREATE INDEX tasks_list ON tasks (state, updated_at, id);
CREATE INDEX tasks_claim ON tasks (state, priority DESC, created_at, id);
CREATE INDEX tasks_due ON tasks (state, run_at);
CREATE INDEX tasks_updated ON tasks (updated_at, id);

CREATE TABLE runs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL,
  attempt INTEGER,
  worker TEXT,
  pid INTEGER,
  host TEXT,
  started_at INTEGER CHECK (typeof(started_at) IN ('integer', 'null')),
  ended_at INTEGER CHECK (typeof(ended_at) IN ('integer', 'null')),
  -- The worker's own word. Those that are understood: done blocked refused
  -- failed crashed timed_out budget spawn_failed rate_limited released cancelled.
  outcome TEXT CHECK (outcome <> ''),
  output TEXT,
  error TEXT,
  exit_code INTEGER,
  tool_calls INTEGER CHECK (tool_calls >= 0),
  files_changed INTEGER CHECK (files_changed >= 0),
  messages INTEGER CHECK (messages >= 0),
  cost_usd REAL CHECK (cost_usd >= 0),
  tokens INTEGER CHECK (tokens >= 0),
  -- Relative to the folder of this file, and beneath it.
  log_path TEXT
);
CREATE INDEX runs_task ON runs (task_id);
CREATE INDEX runs_log ON runs (log_path) WHERE log_path IS NOT NULL;
CREATE INDEX runs_open ON runs (task_id) WHERE ended_at IS NULL;

CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  task_id TEXT NOT NULL,
  run_id INTEGER,
  kind TEXT NOT NULL CHECK (kind IN
    ('created', 'claimed', 'blocked', 'unblocked', 'requeued', 'finished', 'failed',
     'cancelled', 'commented', 'edited')),
  from_state TEXT CHECK (from_state IN
    ('queued', 'scheduled', 'active', 'blocked', 'failed', 'done', 'cancelled')),
  to_state TEXT CHECK (to_state IN
    ('queued', 'scheduled', 'active', 'blocked', 'failed', 'done', 'cancelled')),
  note TEXT,
  actor TEXT,
  at INTEGER NOT NULL
    DEFAULT (CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER))
    CHECK (typeof(at) = 'integer')
);
CREATE INDEX events_task ON events (task_id);

-- A child is not claimed before each of its parents is done or cancelled.
CREATE TABLE links (
  parent_id TEXT NOT NULL,
  child_id TEXT NOT NULL CHECK (child_id <> parent_id),
  PRIMARY KEY (parent_id, child_id)
) WITHOUT ROWID;
CREATE INDEX links_child ON links (child_id, parent_id);

CREATE TRIGGER tasks_keep_id BEFORE UPDATE OF id ON tasks
WHEN NEW.id IS NOT OLD.id
BEGIN
  SELECT RAISE(ABORT, 'a task keeps its id');
END;

CREATE TRIGGER tasks_created AFTER INSERT ON tasks
BEGIN
  INSERT INTO events (task_id, kind, to_state, note, actor, at)
  VALUES (NEW.id, 'created', NEW.state, NEW.change_note, NEW.changed_by, NEW.created_at);
END;

CREATE TRIGGER tasks_created_signed AFTER INSERT ON tasks
WHEN NEW.changed_by IS NOT NULL OR NEW.change_note IS NOT NULL
BEGIN
  UPDATE tasks SET changed_by = NULL, change_note = NULL WHERE id = NEW.id;
END;

-- The history of states. Who sets updated_at in the same statement says when
-- it happened, such as an import of older work; else it happens now.
CREATE TRIGGER tasks_state AFTER UPDATE OF state ON tasks
WHEN NEW.state IS NOT OLD.state
BEGIN
  INSERT INTO events (task_id, run_id, kind, from_state, to_state, note, actor, at)
  VALUES (
    NEW.id,
    CASE WHEN OLD.state = 'active' THEN (SELECT max(id) FROM runs WHERE task_id = NEW.id) END,
    CASE
      WHEN NEW.state = 'blocked' THEN 'blocked'
      WHEN NEW.state = 'done' THEN 'finished'
      WHEN NEW.state = 'failed' THEN 'failed'
      WHEN NEW.state = 'cancelled' THEN 'cancelled'
      WHEN OLD.state = 'blocked' THEN 'unblocked'
      WHEN NEW.state = 'active' THEN 'claimed'
      WHEN OLD.state IN ('active', 'done', 'failed', 'cancelled') THEN 'requeued'
      ELSE 'edited'
    END,
    OLD.state, NEW.state, NEW.change_note, NEW.changed_by,
    CASE WHEN NEW.updated_at IS NOT OLD.updated_at THEN NEW.updated_at
      ELSE CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) END);
  UPDATE tasks SET changed_by = NULL, change_note = NULL,
    updated_at = CASE WHEN NEW.updated_at IS NOT OLD.updated_at THEN NEW.updated_at
      ELSE CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) END
  WHERE id = NEW.id;
END;

-- Edits that change no state. They leave no event.
CREATE TRIGGER tasks_edited AFTER UPDATE OF title, body, obstacle, obstacle_kind, result, outcome,
  answer, priority, attempts, max_attempts, fingerprint, created_at, run_at, claimed_by, claimed_at,
  heartbeat_at, lease_expires_at, finished_at, cost_usd, tokens ON tasks
WHEN NEW.state IS OLD.state
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id = NEW.id;
END;

-- Another worker takes over work whose lease ran out.
CREATE TRIGGER tasks_taken AFTER UPDATE OF claimed_by ON tasks
WHEN NEW.state = 'active' AND OLD.state = 'active'
  AND NEW.claimed_by IS NOT NULL AND NEW.claimed_by IS NOT OLD.claimed_by
BEGIN
  INSERT INTO events (task_id, kind, from_state, to_state, note, actor, at)
  VALUES (NEW.id, 'claimed', 'active', 'active', NEW.change_note, NEW.changed_by,
    CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER));
  UPDATE tasks SET changed_by = NULL, change_note = NULL
  WHERE id = NEW.id AND (changed_by IS NOT NULL OR change_note IS NOT NULL);
END;

-- An edit that somebody signs or explains does leave an event, so that no
-- later change inherits the signature.
CREATE TRIGGER tasks_signed AFTER UPDATE OF changed_by, change_note ON tasks
WHEN NEW.state IS OLD.state
  AND (NEW.changed_by IS NOT NULL OR NEW.change_note IS NOT NULL)
  AND NOT (NEW.state = 'active' AND NEW.claimed_by IS NOT NULL AND NEW.claimed_by IS NOT OLD.claimed_by)
BEGIN
  INSERT INTO events (task_id, kind, from_state, to_state, note, actor, at)
  VALUES (NEW.id, 'edited', NEW.state, NEW.state, NEW.change_note, NEW.changed_by,
    CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER));
  UPDATE tasks SET changed_by = NULL, change_note = NULL,
    updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id = NEW.id;
END;

-- The history of a deleted task stays; its last event has no state to go to.
CREATE TRIGGER tasks_deleted AFTER DELETE ON tasks
BEGIN
  DELETE FROM runs WHERE task_id = OLD.id;
  DELETE FROM links WHERE parent_id = OLD.id OR child_id = OLD.id;
  INSERT INTO events (task_id, kind, from_state, note, actor)
  VALUES (OLD.id, 'edited', OLD.state, 'deleted', OLD.changed_by);
END;

-- What happens to its runs and links has happened to the task.
CREATE TRIGGER runs_added AFTER INSERT ON runs
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id = NEW.task_id;
END;
CREATE TRIGGER runs_changed AFTER UPDATE ON runs
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id IN (NEW.task_id, OLD.task_id);
END;
CREATE TRIGGER runs_deleted AFTER DELETE ON runs
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id = OLD.task_id;
END;
CREATE TRIGGER links_added AFTER INSERT ON links
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id IN (NEW.parent_id, NEW.child_id);
END;
CREATE TRIGGER links_deleted AFTER DELETE ON links
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id IN (OLD.parent_id, OLD.child_id);
END;
