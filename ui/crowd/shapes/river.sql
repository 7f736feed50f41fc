-- River's table of jobs in SQLite (riverqueue/river, riverdriver/riversqlite/migration/main).
CREATE TABLE river_job (id integer PRIMARY KEY, args blob NOT NULL DEFAULT '{}', attempt integer NOT NULL DEFAULT 0,
	attempted_at timestamp, attempted_by blob, created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, errors blob,
	finalized_at timestamp, kind text NOT NULL, max_attempts integer NOT NULL, metadata blob NOT NULL DEFAULT (json('{}')),
	priority integer NOT NULL DEFAULT 1, queue text NOT NULL DEFAULT 'default', state text NOT NULL DEFAULT 'available',
	scheduled_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, tags blob NOT NULL DEFAULT (json('[]')),
	unique_key blob, unique_states integer);
CREATE INDEX river_job_kind ON river_job (kind);
CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE INDEX river_job_prioritized_fetching_index ON river_job (state, queue, priority, scheduled_at, id);
