-- What schema version 3 adds to version 2. An empty file is made by schema.sql and then by
-- this text; notdone init --upgrade runs it, in one transaction, on a file of version 2.

-- Words that whoever adds the task sorts it by: a JSON array of texts.
ALTER TABLE tasks ADD COLUMN tags TEXT;
-- Of a task that belongs to a series: the id of its first task, how many milliseconds lie
-- between two of its moments, and for which moment this one is. NULL for all others.
ALTER TABLE tasks ADD COLUMN series TEXT;
ALTER TABLE tasks ADD COLUMN every_ms INTEGER CHECK (every_ms >= 1000);
ALTER TABLE tasks ADD COLUMN slot_at INTEGER CHECK (typeof(slot_at) IN ('integer', 'null'));
CREATE INDEX tasks_series ON tasks (series, slot_at) WHERE series IS NOT NULL;
-- Who adds a task looks for the same wish.
CREATE INDEX tasks_wish ON tasks (fingerprint);

-- Edits of them leave no event, as other edits leave none.
CREATE TRIGGER tasks_sorted AFTER UPDATE OF tags, series, every_ms, slot_at ON tasks
WHEN NEW.state IS OLD.state
BEGIN
  UPDATE tasks SET updated_at = CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER)
  WHERE id = NEW.id;
END;

-- When a task of a series is done or has failed, the next one is scheduled for the next moment
-- that is still to come, unless it is there already. While a task of it is blocked the series
-- waits, so that nothing is asked for again that meets the same obstacle.
CREATE TRIGGER tasks_repeated AFTER UPDATE OF state ON tasks
WHEN NEW.series IS NOT NULL AND NEW.every_ms IS NOT NULL AND NEW.slot_at IS NOT NULL
  AND NEW.state IN ('done', 'failed') AND OLD.state NOT IN ('done', 'failed')
  AND NOT EXISTS (SELECT 1 FROM tasks AS later WHERE later.series = NEW.series AND later.slot_at > NEW.slot_at)
BEGIN
  INSERT INTO tasks (id, title, body, state, priority, max_attempts, fingerprint, tags,
    series, every_ms, slot_at, run_at, changed_by, change_note)
  SELECT id, NEW.title, NEW.body, 'scheduled', NEW.priority, NEW.max_attempts, NEW.fingerprint, NEW.tags,
    NEW.series, NEW.every_ms, slot, slot, NEW.changed_by, 'after ' || NEW.id
  FROM (SELECT NEW.series || '@' || strftime('%Y-%m-%dT%H:%M:%SZ', slot / 1000, 'unixepoch') AS id, slot
    FROM (SELECT NEW.slot_at + NEW.every_ms * (1 + max(0,
      CAST(ROUND((julianday('now') - 2440587.5) * 86400000.0) AS INTEGER) - NEW.slot_at) / NEW.every_ms) AS slot)) AS next
  WHERE NOT EXISTS (SELECT 1 FROM tasks AS same WHERE same.id = next.id);
END;

UPDATE meta SET schema_version = 3;
