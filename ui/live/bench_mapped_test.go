package live

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// postgresURL names the database for River's jobs in PostgreSQL. It is filled once, which
// takes minutes, and kept.
var postgresURL = flag.String("postgres", "", "a database for benchmarks, in which a table river_job is made and kept")

// riverQueue is River's table in SQLite, which its own client writes.
var riverQueue = kind{
	name: "river", journal: "wal", file: "river.db", system: "river",
	busy: "SELECT id, state FROM river_job WHERE state = 'running'", stuck: "SELECT id, state FROM river_job WHERE state = 'discarded'",
}

// mappedStore is one of the queues that BenchmarkLargeMapped puts beside each other.
type mappedStore struct {
	name string
	// open returns what to open, and what commits a change of one task: it fails, or runs.
	open func(b *testing.B) (name string, commit func(n int, fails bool))
}

// BenchmarkLargeMapped measures a million jobs of River, in SQLite and in PostgreSQL, beside
// as many tasks of notdone's own queue: from the start to the first frame with tasks, to
// whole counts and to all that failed; memory; a commit to its frame; and the processor at
// rest and beside 5 and 50 commits a second.
func BenchmarkLargeMapped(b *testing.B) {
	for _, store := range []mappedStore{{"own", openOwn}, {"river-sqlite", openRiver}, {"river-postgres", openRiverInPostgres}} {
		b.Run(store.name, func(b *testing.B) {
			name, commit := store.open(b)
			for range b.N {
				measureMapped(b, name, commit)
			}
			hideLoop(b)
		})
	}
}

var (
	runningTasks = regexp.MustCompile(`▶ [1-9]`)
	failedTasks  = regexp.MustCompile(`✗ ([\d,]+) failed`)
	allFailed    = regexp.MustCompile(`3 Failed [━─]+ [\d,]+`)
)

func measureMapped(b *testing.B, name string, commit func(n int, fails bool)) {
	b.Helper()
	d := openSized(b, b.TempDir(), wide, name)
	d.patience = 20 * time.Minute
	first := d.until("running tasks", func(s *screen) bool { return runningTasks.MatchString(s.text()) })
	b.ReportMetric(ms(first.Sub(d.started)), "ms-first")
	b.ReportMetric(d.used().Seconds()*1000, "ms-cpu-first")
	want := failedTasks.FindString(fmt.Sprintf("✗ %s failed", thousands(*largeTasks*3/200)))
	counted := d.until(want, func(s *screen) bool { return failedTasks.FindString(s.text()) == want })
	b.ReportMetric(ms(counted.Sub(d.started)), "ms-counts")
	loud := d.until("all that failed", func(s *screen) bool { return allFailed.MatchString(s.text()) })
	b.ReportMetric(loud.Sub(d.started).Seconds(), "s-loud")
	b.ReportMetric(d.used().Seconds(), "s-cpu-loud")
	all := d.untilLoaded()
	b.ReportMetric(all.Sub(d.started).Seconds(), "s-all")
	b.ReportMetric(d.used().Seconds(), "s-cpu-all")
	b.ReportMetric(d.peak(), "MB-peak")
	time.Sleep(settling)
	d.patience = patience
	d.spends(b, "quiet", func() { time.Sleep(10 * time.Second) })
	n := 0
	var took []time.Duration
	for _, rate := range []int{5, 50} {
		d.spends(b, fmt.Sprint(rate), func() {
			for begin := time.Now(); time.Since(begin) < 10*time.Second; n++ {
				next, before := time.Now().Add(time.Second/time.Duration(rate)), failedTasks.FindString(d.text())
				commit(n, n%2 == 0)
				if rate == 5 {
					at := time.Now()
					took = append(took, d.until("another count than "+before, func(s *screen) bool {
						return failedTasks.FindString(s.text()) != before
					}).Sub(at))
				}
				time.Sleep(time.Until(next))
			}
		})
	}
	reportTimes(b, took, "-frame")
	b.ReportMetric(d.resident(), "MB-now")
	d.press("q")
	d.untilEnded()
}

// thousands writes a number as the header does.
func thousands(n int) string {
	text := fmt.Sprint(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}

func openOwn(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	path := ownQueue.largeCopy(b, usual)
	must(b, inDatabase(path, append(ownQueue.add("t_mark", "Mend the gate"), ownQueue.begin("t_mark")...)...))
	w := ownQueue.owner(b, path)
	return path, func(_ int, fails bool) {
		if fails {
			w.exec("UPDATE tasks SET state = 'failed', updated_at = unixepoch() WHERE id = 't_mark'")
		} else {
			w.exec(ownQueue.begin("t_mark")...)
		}
	}
}

// riverMark are statements that have the first running job fail and run again.
func riverMark(id string, fails bool) string {
	if fails {
		return "UPDATE river_job SET state = 'discarded', finalized_at = CURRENT_TIMESTAMP WHERE id = " + id
	}
	return "UPDATE river_job SET state = 'running', finalized_at = NULL WHERE id = " + id
}

func openRiver(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	path := riverQueue.largeCopy(b, usual)
	running, err := readColumns(path, riverQueue.busy+" LIMIT 1")
	must(b, err)
	w := riverQueue.owner(b, path)
	return path, func(_ int, fails bool) { w.exec(riverMark(running[0][0], fails)) }
}

func openRiverInPostgres(b *testing.B) (string, func(n int, fails bool)) {
	b.Helper()
	if *postgresURL == "" {
		b.Skip("-postgres names no database")
	}
	conn, err := pgx.Connect(b.Context(), *postgresURL)
	must(b, err)
	b.Cleanup(func() { _ = conn.Close(context.WithoutCancel(b.Context())) })
	var there bool
	must(b, conn.QueryRow(b.Context(), `SELECT to_regclass('river_job') IS NOT NULL`).Scan(&there))
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
	rows, err := db.QueryContext(ctx, "SELECT CAST("+strings.Join(columns, " AS TEXT), CAST(")+" AS TEXT) FROM river_job ORDER BY id")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Err(), rows.Close()) }()
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// As texts, which the server converts: an enum and an array of JSON have no binary form here.
		if _, err := tx.Exec(ctx, riverTable+`CREATE TEMPORARY TABLE jobs (`+strings.Join(columns, " text, ")+` text) ON COMMIT DROP`); err != nil {
			return err
		}
		_, err := tx.CopyFrom(ctx, pgx.Identifier{"jobs"}, columns, pgx.CopyFromFunc(func() ([]any, error) {
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
		_, err = tx.Exec(ctx, `INSERT INTO river_job (`+strings.Join(columns, ", ")+`) SELECT id::bigint, args::jsonb, attempt::smallint,
			attempted_at::timestamptz, ARRAY(SELECT jsonb_array_elements_text(attempted_by::jsonb)), created_at::timestamptz,
			CASE WHEN errors IS NOT NULL THEN ARRAY(SELECT jsonb_array_elements(errors::jsonb)) END, finalized_at::timestamptz, kind,
			max_attempts::smallint, metadata::jsonb, priority::smallint, queue, state::river_job_state, scheduled_at::timestamptz FROM jobs`)
		return err
	})
	if err == nil {
		_, err = conn.Exec(ctx, "VACUUM ANALYZE river_job")
	}
	return err
}
