package pgsource

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"notdone/source"
	"notdone/source/pgsource/pgtest"
	"notdone/source/watch"
)

// through returns the URL of a database behind a pooler.
func through(url, pooler string) string { return strings.Replace(url, pgtest.Socket(), pooler, 1) }

const ignoreAll = "ignore_startup_parameters = bytea_output,default_transaction_read_only,extra_float_digits,intervalstyle,jit,lock_timeout,max_parallel_workers_per_gather,search_path,statement_timeout"

// TestPooler: behind PgBouncer, which refuses or ignores the parameters of a session, they hold
// in each transaction, and other clients of the same session of the server see none of them.
func TestPooler(t *testing.T) {
	for name, more := range map[string]string{"session": "", "transaction": "default_pool_size = 1", "transaction, ignored": "default_pool_size = 1\n" + ignoreAll} {
		t.Run(name, func(t *testing.T) {
			url, owner := pgtest.Database(t)
			execute := executor(t, owner)
			execute(`CREATE SCHEMA apart; SET search_path = apart;
				DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET intervalstyle = iso_8601', current_database());
				EXECUTE format('ALTER DATABASE %I SET timezone = ''Asia/Tokyo''', current_database()); END $$`)
			mode, _, _ := strings.Cut(name, ",")
			url = through(url, pgtest.Bouncer(t, mode, more)) + "&search_path=apart,%20%22it's%5C%22"
			s := openErrands(t, url, execute)
			said := map[string]string{}
			err := s.read(t.Context(), func(tx pgx.Tx) error {
				for parameter := range s.link.locals {
					var value string
					if err := tx.QueryRow(t.Context(), `SELECT current_setting($1)`, parameter).Scan(&value); err != nil {
						return err
					}
					said[parameter] = value
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for parameter, want := range map[string]string{"statement_timeout": "10s", "lock_timeout": "1s", "intervalstyle": "postgres", "search_path": `apart, "it's\"`} {
				if said[parameter] != want {
					t.Errorf("%s is %q in a transaction, not %q", parameter, said[parameter], want)
				}
			}
			execute(`UPDATE errands SET status = 'open' WHERE id = 1500; SET search_path = public`)
			var told []string
			for range 200 {
				d, err := s.Refresh(t.Context(), watch.Signal{})
				if err != nil || d.Reset {
					t.Fatal(d.Reset, err)
				}
				for i := range d.Cases {
					told = append(told, d.Cases[i].Task.ID)
				}
				if len(told) > 0 {
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			if !slices.Equal(told, []string{"1500"}) {
				t.Errorf("told are %v", told)
			}
			if !slices.ContainsFunc(s.Describe().Facts, func(f source.Fact) bool { return f.Name == "pooler" }) {
				t.Error("nothing says that there is a pooler")
			}
			if mode == "transaction" {
				seeNothing(t, s.link.cfg.ConnString(), slices.Collect(maps.Keys(said)))
			}
		})
	}
}

// seeNothing looks, as another client of a pooler with one session, what others left in it.
func seeNothing(t *testing.T, url string, parameters []string) {
	t.Helper()
	cfg, err := pgx.ParseConfig(strings.Split(url, "&search_path")[0])
	if err != nil {
		t.Fatal(err)
	}
	cfg.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	other, err := pgx.ConnectConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close(context.Background()) }()
	var prepared int
	var left []string
	err = other.QueryRow(t.Context(), `SELECT (SELECT count(*) FROM pg_prepared_statements),
		(SELECT coalesce(array_agg(name), '{}') FROM pg_settings WHERE source = 'session' AND setting <> reset_val AND lower(name) = ANY($1))`, parameters).Scan(&prepared, &left)
	if err != nil || prepared != 0 || len(left) != 0 {
		t.Errorf("in the session are %d prepared statements and the settings %v: %v", prepared, left, err)
	}
}

// TestRefusedParameter: a parameter that PgBouncer refuses and no transaction can set is an error
// that says what to do.
func TestRefusedParameter(t *testing.T) {
	url, _ := pgtest.Database(t)
	url = through(url, pgtest.Bouncer(t, "session", "")) + "&replication=maybe"
	_, err := Open(t.Context(), url, func(context.Context, pgx.Tx, Columns, string, *Clock) (*Queue, error) { return &Queue{}, nil })
	if err == nil || !strings.Contains(err.Error(), "PgBouncer refuses the startup parameter") || strings.Contains(err.Error(), "\n") {
		t.Errorf("the error is %v", err)
	}
}

// TestFullPool: where a pooler has no connection to the server left, its own words are the error.
func TestFullPool(t *testing.T) {
	url, owner := pgtest.Database(t)
	url = through(url, pgtest.Bouncer(t, "session", "default_pool_size = 1\nquery_wait_timeout = 1"))
	first := openErrands(t, url, executor(t, owner))
	_, err := Open(t.Context(), url, func(context.Context, pgx.Tx, Columns, string, *Clock) (*Queue, error) { return &Queue{}, nil })
	if !errors.Is(err, ErrNoConnection) || !strings.HasSuffix(err.Error(), ": query_wait_timeout") || strings.Contains(err.Error(), "hushhush") {
		t.Errorf("the error is %v", err)
	}
	if _, err := first.Get(t.Context(), []string{"7"}); err != nil {
		t.Error(err)
	}
}
