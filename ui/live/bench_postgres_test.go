package live

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source/queue/client"
)

// postgresURL and ownURL name the databases for River's jobs and for notdone's own queue in
// PostgreSQL. Each is filled once, which takes minutes, and kept.
var (
	postgresURL = flag.String("postgres", "", "a database for benchmarks, in which a table river_job is made and kept")
	ownURL      = flag.String("postgres-own", "", "a database for benchmarks, in which a queue of notdone is made and kept")
)

// connect connects to a database, and reports whether there is a table. Without a name of a
// database the benchmark is skipped.
func connect(b *testing.B, url, table string) (conn *pgx.Conn, there bool) {
	b.Helper()
	if url == "" {
		b.Skip("-postgres or -postgres-own names no database")
	}
	conn, err := pgx.Connect(b.Context(), url)
	must(b, err)
	b.Cleanup(func() { _ = conn.Close(context.WithoutCancel(b.Context())) })
	must(b, conn.QueryRow(b.Context(), `SELECT to_regclass($1) IS NOT NULL`, table).Scan(&there))
	return conn, there
}

// serverOf returns what tells the processor time of the processes that serve notdone in a
// database of this machine.
func serverOf(url *string) func(b *testing.B) time.Duration {
	return func(b *testing.B) (used time.Duration) {
		b.Helper()
		conn, _ := connect(b, *url, "pg_class")
		rows, err := conn.Query(b.Context(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'notdone'`)
		must(b, err)
		pids, err := pgx.CollectRows(rows, pgx.RowTo[int])
		must(b, err)
		for _, pid := range pids {
			used += usedBy(b, pid)
		}
		return used
	}
}

// copyRows copies the rows of a table of a file. They come as texts, which the server
// converts as values says: not all types have a binary form here.
func copyRows(ctx context.Context, tx pgx.Tx, db *sql.DB, table string, columns []string, values string) (err error) {
	rows, err := db.QueryContext(ctx, "SELECT CAST("+strings.Join(columns, " AS TEXT), CAST(")+" AS TEXT) FROM "+table)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Err(), rows.Close()) }()
	if _, err := tx.Exec(ctx, `CREATE TEMPORARY TABLE copied (`+strings.Join(columns, " text, ")+` text) ON COMMIT DROP`); err != nil {
		return err
	}
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"copied"}, columns, pgx.CopyFromFunc(func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		row, into := make([]any, len(columns)), make([]any, len(columns))
		texts := make([]*string, len(columns))
		for i := range texts {
			into[i] = &texts[i]
		}
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		for i := range texts {
			row[i] = texts[i]
		}
		return row, nil
	}))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO `+table+` (`+strings.Join(columns, ", ")+`) SELECT `+values+` FROM copied; DROP TABLE copied`)
	return err
}

// copyQueue copies notdone's own queue of a file, all at once or not at all.
func copyQueue(ctx context.Context, conn *pgx.Conn, path string) (err error) {
	db, err := sql.Open("sqlite", dsn(path, time.Minute))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SET LOCAL session_replication_role = replica`); err != nil { // the history is copied
			return err
		}
		for _, table := range []string{"tasks", "runs", "events", "links"} {
			columns, kinds, err := columnsOf(ctx, tx, table)
			if err != nil {
				return err
			}
			values := make([]string, len(columns))
			for i := range columns {
				values[i] = columns[i] + "::" + kinds[i]
			}
			if err := copyRows(ctx, tx, db, table, columns, strings.Join(values, ", ")); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `SELECT setval(pg_get_serial_sequence('runs', 'id'), max(id)) FROM runs;
			SELECT setval(pg_get_serial_sequence('events', 'id'), max(id)) FROM events`)
		return err
	})
	if err == nil {
		_, err = conn.Exec(ctx, "VACUUM ANALYZE")
	}
	return err
}

// columnsOf returns the columns of a table with their types.
func columnsOf(ctx context.Context, tx pgx.Tx, table string) (columns, kinds []string, err error) {
	rows, err := tx.Query(ctx, `SELECT column_name, data_type FROM information_schema.columns WHERE table_name = $1 ORDER BY ordinal_position`, table)
	if err != nil {
		return nil, nil, err
	}
	var column, kind string
	_, err = pgx.ForEachRow(rows, []any{&column, &kind}, func() error {
		columns, kinds = append(columns, column), append(kinds, kind)
		return nil
	})
	return columns, kinds, err
}

func openOwnInPostgres(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	conn, there := connect(b, *ownURL, "tasks")
	if !there {
		must(b, client.InitPostgres(b.Context(), *ownURL))
	}
	exec := func(statements ...string) {
		_, err := conn.Exec(context.WithoutCancel(b.Context()), strings.Join(statements, ";"))
		must(b, err)
	}
	count := func() (total, failed int) {
		must(b, conn.QueryRow(b.Context(), `SELECT count(*), count(*) FILTER (WHERE state = 'failed') FROM tasks WHERE id <> 't_mark'`).Scan(&total, &failed))
		return total, failed
	}
	total, failed := count()
	if total == 0 {
		must(b, copyQueue(b.Context(), conn, ownQueue.large(b, usual)))
		exec(ownQueue.add("t_mark", "Mend the gate")...)
		total, failed = count()
	}
	if total != *largeTasks || failed != *largeTasks*3/200 {
		b.Fatalf("the database has %d tasks, %d of them failed: make it anew", total, failed)
	}
	begin := []string{
		`UPDATE tasks SET state = 'active', attempts = attempts + 1, claimed_by = 'w1', claimed_at = notdone_now(), heartbeat_at = notdone_now(),
			lease_expires_at = notdone_now() + 900000 WHERE id = 't_mark'`,
		`INSERT INTO runs (task_id, attempt, worker, started_at) VALUES ('t_mark', 1, 'w1', notdone_now())`,
	}
	exec(`DELETE FROM runs WHERE task_id = 't_mark'; DELETE FROM events WHERE task_id = 't_mark'`,
		`UPDATE tasks SET heartbeat_at = notdone_now(), lease_expires_at = notdone_now() + 86400000 WHERE state = 'active'`)
	exec(begin...)
	b.Cleanup(func() { exec(begin...) })
	return *ownURL, func(_ int, fails bool) {
		if fails {
			exec(`UPDATE tasks SET state = 'failed' WHERE id = 't_mark'`)
		} else {
			exec(begin...)
		}
	}
}

func openRiverInPostgres(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	conn, there := connect(b, *postgresURL, "river_job")
	if !there {
		must(b, copyJobs(b.Context(), conn, riverQueue.large(b, usual)))
	}
	var total, failed int
	var running string
	must(b, conn.QueryRow(b.Context(), `SELECT count(*), count(*) FILTER (WHERE state = 'discarded'), (max(id) FILTER (WHERE state = 'running'))::text
		FROM river_job`).Scan(&total, &failed, &running))
	if total != *largeTasks || failed != *largeTasks*3/200 {
		b.Fatalf("the database has %d jobs, %d of them failed: drop the table river_job and the type river_job_state", total, failed)
	}
	mark := func(fails bool) {
		_, err := conn.Exec(context.WithoutCancel(b.Context()), riverMark(running, fails))
		must(b, err)
	}
	_, err := conn.Exec(b.Context(), `UPDATE river_job SET attempted_at = now() WHERE state = 'running';
		UPDATE river_job SET scheduled_at = now() + interval '1 day' WHERE state = 'scheduled' AND scheduled_at < now() + interval '1 hour'`)
	must(b, err) // what runs runs now, and what is to come is still to come
	b.Cleanup(func() { mark(false) })
	return *postgresURL, func(_ int, fails bool) { mark(fails) }
}

// riverTable makes River's table in PostgreSQL (riverqueue/river v0.51,
// riverdriver/riverpgxv5/migration/main).
const riverTable = `
CREATE TYPE river_job_state AS ENUM ('available', 'cancelled', 'completed', 'discarded', 'pending', 'retryable', 'running', 'scheduled');
CREATE TABLE river_job (id bigserial PRIMARY KEY, state river_job_state NOT NULL DEFAULT 'available', attempt smallint NOT NULL DEFAULT 0,
	max_attempts smallint NOT NULL DEFAULT 25, attempted_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(), finalized_at timestamptz,
	scheduled_at timestamptz NOT NULL DEFAULT now(), priority smallint NOT NULL DEFAULT 1, args jsonb NOT NULL DEFAULT '{}', attempted_by text[],
	errors jsonb[], kind text NOT NULL, metadata jsonb NOT NULL DEFAULT '{}', queue text NOT NULL DEFAULT 'default',
	tags varchar(255)[] NOT NULL DEFAULT '{}', unique_key bytea, unique_states bit(8));
CREATE INDEX river_job_prioritized_fetching_index ON river_job (state, queue, priority, scheduled_at, id);
CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE INDEX river_job_kind ON river_job (kind);`

// copyJobs copies the jobs of a file, all at once or not at all.
func copyJobs(ctx context.Context, conn *pgx.Conn, path string) (err error) {
	db, err := sql.Open("sqlite", dsn(path, time.Minute))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	columns := []string{
		"id", "args", "attempt", "attempted_at", "attempted_by", "created_at", "errors", "finalized_at", "kind", "max_attempts",
		"metadata", "priority", "queue", "state", "scheduled_at",
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, riverTable); err != nil {
			return err
		}
		return copyRows(ctx, tx, db, "river_job", columns, `id::bigint, args::jsonb, attempt::smallint,
			attempted_at::timestamptz, ARRAY(SELECT jsonb_array_elements_text(attempted_by::jsonb)), created_at::timestamptz,
			CASE WHEN errors IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements(errors::jsonb)) END, finalized_at::timestamptz, kind,
			max_attempts::smallint, metadata::jsonb, priority::smallint, queue, state::river_job_state, scheduled_at::timestamptz`)
	})
	if err == nil {
		_, err = conn.Exec(ctx, "VACUUM ANALYZE river_job")
	}
	return err
}
