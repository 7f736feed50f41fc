-- What a new file of version 3 has beside schema3.sql, and notdone init --upgrade adds to one
-- without it. An index of the events that has their kinds, too: whoever reads very many tasks
-- learns from it whose events say something, and reads only those. It takes the place of the
-- index by task alone.
DROP INDEX IF EXISTS events_task;
CREATE INDEX events_told ON events (task_id, id, kind);
