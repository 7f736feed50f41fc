package pgsource

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"notdone/model"
	"notdone/source"
	"notdone/source/gate"
	"notdone/source/watch"
)

// Limits of one statement, of a wait for a row of somebody else, and of a connection
// attempt.
const (
	statementTimeout = 10 * time.Second
	lockTimeout      = time.Second
	connectTimeout   = 10 * time.Second
)

// ErrNoConnection says that a server cannot be reached, or lets nobody in, now.
var ErrNoConnection = errors.New("cannot connect")

var errClosed = errors.New("the queue was closed")

// Source is an open queue in PostgreSQL.
type Source struct {
	name    string
	link    *link // guarded by turn, but for whether it is pooled
	queue   *Queue
	tables  []*table
	version string // of the server; guarded by turn, as is replica
	replica bool
	clock   Clock

	followed string // the server and the tables whose changes are reported; see server; guarded by turn

	unlisted atomic.Pointer[string] // the rows that no listing shows, in words; nil: they were not counted

	turn  chan struct{} // held by the one call that runs
	conn  *pgx.Conn     // nil: it is not connected; guarded by turn
	fresh bool          // the connection, or what the server is, is another than before; guarded by turn
	ended context.Context
	end   context.CancelFunc

	background sync.WaitGroup
	changed    chan struct{} // receives when something may have changed
	mu         sync.Mutex
	pause      time.Duration // between two looks; guarded by mu
	poking     *time.Timer   // calls for Refresh; nil: no call is due; guarded by mu, as is pokeAt
	pokeAt     time.Time     // when it does
}

// table is a table of tasks with how far its changes have been reported.
type table struct {
	Table
	*Shape
	never  string // why the format can do nothing to its tasks; empty: ReadOnly is for the server to say
	clock  *Clock
	follow follow
}

var (
	_ source.Actor    = (*Source)(nil)
	_ source.Notifier = (*Source)(nil)
	_ source.Auditor  = (*Source)(nil)
)

// Exec connects to a database, runs work in one transaction that may write, and commits it.
func Exec(ctx context.Context, name string, work func(ctx context.Context, tx pgx.Tx) error) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%s: %w", WithoutPassword(name), withoutSecrets(err, name))
		}
	}()
	l, err := newLink(name, nil)
	if err != nil {
		return err
	}
	conn, err := l.connect(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	return pgx.BeginTxFunc(ctx, conn, l.transaction(pgx.ReadCommitted, pgx.ReadWrite), func(tx pgx.Tx) error { return work(ctx, tx) })
}

// settings returns what a name says about a connection, with the settings of all sessions.
// The texts of values do not depend on the server's own settings.
func settings(name string) (*pgx.ConnConfig, error) {
	cfg, err := pgx.ParseConfig(name)
	if err != nil {
		return nil, err
	}
	cfg.ConnectTimeout = connectTimeout
	for parameter, value := range map[string]string{
		"application_name":              "notdone",
		"default_transaction_read_only": "on",
		"lock_timeout":                  fmt.Sprint(lockTimeout.Milliseconds()),
		"timezone":                      "UTC",
		"datestyle":                     "ISO",
		"intervalstyle":                 "postgres",
		"bytea_output":                  "hex",
		"extra_float_digits":            "1",
		// Who looks on takes one processor, and no time to compile what it asks often.
		"max_parallel_workers_per_gather": "0",
		"jit":                             "off",
	} {
		cfg.RuntimeParams[parameter] = value
	}
	return cfg, nil
}

// Open opens a PostgreSQL database. It reads in read-only transactions. The caller closes
// the source.
func Open(ctx context.Context, name string, start Start) (*Source, error) {
	shown := WithoutPassword(name)
	l, err := newLink(name, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shown, withoutSecrets(err, name))
	}
	s := &Source{name: shown, link: l, pause: leastPause, changed: make(chan struct{}, 1), turn: make(chan struct{}, 1)}
	s.ended, s.end = context.WithCancel(context.Background())
	if err := s.read(ctx, func(tx pgx.Tx) error { return s.start(ctx, tx, start) }); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", shown, withoutSecrets(err, name)), s.Close())
	}
	replica, another := s.replica, s.link.another()
	s.background.Go(func() { s.look(replica, another) })
	return s, nil
}

func (s *Source) start(ctx context.Context, tx pgx.Tx, start Start) error {
	columns, err := readColumns(ctx, tx)
	if err != nil {
		return err
	}
	if s.queue, err = start(ctx, tx, columns, s.name, &s.clock); err != nil {
		return err
	}
	if err := s.inspect(ctx, tx); err != nil {
		return err
	}
	for _, t := range s.queue.Tables {
		shape := t.Shape()
		s.tables = append(s.tables, &table{Table: t, Shape: shape, never: shape.ReadOnly, clock: &s.clock, follow: newFollow()})
	}
	if _, err := s.findRefusals(ctx, tx); err != nil {
		return err
	}
	if s.followed, err = s.server(ctx, tx); err != nil {
		return err
	}
	s.fresh = false
	return nil
}

// inspect finds out what the server is.
func (s *Source) inspect(ctx context.Context, tx pgx.Tx) error {
	var number int
	err := tx.QueryRow(ctx, `SELECT current_setting('server_version'), current_setting('server_version_num')::int, pg_is_in_recovery()`).
		Scan(&s.version, &number, &s.replica)
	if err == nil && number < leastVersion {
		err = fmt.Errorf("it is PostgreSQL %s, and 13 or a later one is needed", s.version)
	}
	return err
}

// findRefusals finds out which tables can be written, and reports whether that is otherwise
// than before.
func (s *Source) findRefusals(ctx context.Context, tx pgx.Tx) (other bool, err error) {
	for _, t := range s.tables {
		why := t.never
		if actor, ok := t.Table.(Actor); ok && why == "" {
			if why, err = s.refusal(ctx, tx, actor.Writing()); err != nil {
				return other, err
			}
		}
		other = other || why != t.ReadOnly
		t.ReadOnly = why
	}
	return other, nil
}

// leastVersion is the first release that has pg_current_snapshot.
const leastVersion = 130000

// server returns what recognises the server with its history and its clock, and the tables. Not
// every server lets everybody see its own number, and a replica does not tell its history.
func (s *Source) server(ctx context.Context, tx pgx.Tx) (text string, err error) {
	var seen bool
	if err := tx.QueryRow(ctx, `SELECT has_function_privilege('pg_control_system()', 'EXECUTE')`).Scan(&seen); err != nil {
		return "", err
	}
	system := "0"
	if seen {
		system = "(SELECT system_identifier FROM pg_control_system())"
	}
	var names []string
	for _, t := range s.queue.Tables {
		shape := t.Shape()
		if names = append(names, Name(shape.Name)); shape.Log != nil {
			names = append(names, Name(shape.Log.Table))
		}
	}
	err = tx.QueryRow(ctx, `SELECT concat_ws(' ', `+system+`, CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END,
		(SELECT oid FROM pg_database WHERE datname = current_database()), (SELECT string_agg(n || ':' || to_regclass(n)::oid, ' ') FROM unnest($1::text[]) n))`, names).Scan(&text)
	if ahead := s.clock.difference(); ahead != 0 {
		text += fmt.Sprint(" ", ahead)
	}
	return text, err
}

// read runs work in a read-only transaction.
func (s *Source) read(ctx context.Context, work func(tx pgx.Tx) error) (err error) {
	return s.connected(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return pgx.BeginTxFunc(ctx, conn, s.link.transaction(pgx.RepeatableRead, pgx.ReadOnly), work)
	})
}

// connected runs work while no other call uses the connection and the process is not to be
// stopped. A connection that was lost is made again first.
func (s *Source) connected(ctx context.Context, work func(ctx context.Context, conn *pgx.Conn) error) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := context.AfterFunc(s.ended, func() { cancel(errClosed) })
	defer stop()
	ctx, leave, err := gate.Transactions.Enter(ctx)
	if err != nil {
		return context.Cause(ctx)
	}
	defer leave()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-s.turn }()
	if s.ended.Err() != nil {
		return errClosed
	}
	if s.conn == nil || s.conn.IsClosed() {
		if s.conn, err = s.link.connect(ctx); err != nil {
			return err
		}
		s.fresh = true
		if err := s.clock.measure(ctx, s.conn); err != nil {
			return errors.Join(err, s.conn.Close(context.WithoutCancel(ctx)))
		}
	}
	err = work(ctx, s.conn)
	if isCode(err, queryCanceled) && ctx.Err() == nil {
		err = s.tooSlow(ctx, err)
	}
	if err != nil && context.Cause(ctx) != nil && !errors.Is(err, source.ErrInDoubt) {
		return context.Cause(ctx)
	}
	return inWords(err)
}

// saidError is an error of the server without its severity and its code.
type saidError struct {
	error
	text string
}

func (e *saidError) Error() string { return e.text }

func (e *saidError) Unwrap() error { return e.error }

// inWords returns an error that reads as the server says it: "permission denied for table jobs".
func inWords(err error) error {
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok {
		return err
	}
	return &saidError{err, strings.ReplaceAll(err.Error(), said.Error(), said.Message)}
}

// tooSlow returns the error of a statement that the server has ended, with the limit.
func (s *Source) tooSlow(ctx context.Context, err error) error {
	var limit string
	if s.conn.IsClosed() || pgx.BeginTxFunc(ctx, s.conn, s.link.transaction(pgx.RepeatableRead, pgx.ReadOnly), func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `SHOW statement_timeout`).Scan(&limit)
	}) != nil || limit == "0" {
		return err
	}
	return fmt.Errorf("ended after %s, the limit of a statement here (?statement_timeout=60000 in the URL, or in the service, sets another one, in ms): %w", limit, err)
}

// connectError says in one line why there is no connection.
func connectError(err error) error {
	if wrong, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		if said, ok := errors.AsType[*pgconn.PgError](wrong); ok {
			if refused := refusedParameter(said); refused != "" {
				return fmt.Errorf("%w: PgBouncer refuses the startup parameter %s: leave it out, list it in ignore_startup_parameters of PgBouncer, or connect to the server's own port", ErrNoConnection, refused)
			}
			return fmt.Errorf("%w: %s", ErrNoConnection, said.Message)
		}
		// Each address is tried with TLS and without, and mostly fails in one way.
		lines := strings.Split(errors.Unwrap(wrong).Error(), "\n")
		for i := range lines {
			lines[i] = strings.TrimPrefix(strings.TrimSpace(lines[i]), "AfterConnect error: ")
		}
		return fmt.Errorf("%w: %s", ErrNoConnection, strings.Join(slices.Compact(lines), "; "))
	}
	return fmt.Errorf("%w: %w", ErrNoConnection, err)
}

// Describe describes the source.
func (s *Source) Describe() source.Description {
	s.mu.Lock()
	pause := s.pause
	s.mu.Unlock()
	how := fmt.Sprintf("asked every %v whether anything was written; at most a hundredth of the time", pause.Round(time.Millisecond))
	pooled := s.link.pooled.Load()
	if len(s.queue.Listen) > 0 && !s.replica && !pooled {
		how = "told by LISTEN " + strings.Join(s.queue.Listen, ", ") + ", and " + how
	}
	role := "primary"
	if s.replica {
		role = "read replica"
	}
	facts := append(slices.Clip(s.queue.Facts),
		source.Fact{Name: "server", Value: "PostgreSQL " + s.version + ", " + role}, source.Fact{Name: "changes are noticed by", Value: how})
	if pooled {
		facts = append(facts, source.Fact{Name: "pooler", Value: "there is one, such as PgBouncer: each transaction sets its own parameters, no statement is prepared, LISTEN is not used"})
	}
	start := "from where the last one ended, by what the queue notes of its changes"
	if why := s.resumable(); why != "" {
		start = "lists all: " + why
	}
	facts = append(facts, source.Fact{Name: "the next start", Value: start})
	for _, t := range s.tables {
		if t.ReadOnly != "" && t.Group != "" {
			facts = append(facts, source.Fact{Name: "acting on " + t.Group, Value: "no: " + t.ReadOnly})
		}
	}
	facts = append(facts, s.lateFacts()...)
	facts = append(facts, s.clock.fact()...)
	return source.Description{Kind: s.queue.Adapter.Kind, Path: s.name, Facts: facts}
}

// Adapter returns the adapter of the kind of queue that was found.
func (s *Source) Adapter() source.Adapter { return s.queue.Adapter }

// Targets returns nothing: no file tells of a change.
func (*Source) Targets() []watch.Target { return nil }

// Changes returns a channel that receives when something may have changed.
func (s *Source) Changes() <-chan struct{} { return s.changed }

// Close ends all calls and the connections.
func (s *Source) Close() error {
	s.end()
	s.mu.Lock()
	s.stopPoking()
	s.mu.Unlock()
	s.background.Wait()
	s.turn <- struct{}{}
	defer func() { <-s.turn }()
	if s.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	err := s.conn.Close(ctx)
	s.conn = nil
	return err
}

// cases reads the cases of the rows that the end of a query chooses.
func (t *table) cases(ctx context.Context, tx pgx.Tx, whole bool, end string, args ...any) ([]model.Case, error) {
	cases, err := t.Read(ctx, tx, whole, end, args...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	for i := range cases {
		cases[i].ReadOnly = t.ReadOnly
	}
	t.clock.translate(cases)
	return cases, nil
}

// load reads tasks by the IDs of their rows.
func (t *table) load(ctx context.Context, tx pgx.Tx, whole bool, ids []string) ([]model.Case, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return t.cases(ctx, tx, whole, t.byIDs(), ids)
}

// Get reads tasks by their ids.
func (s *Source) Get(ctx context.Context, ids []string) (all []model.Case, err error) {
	err = s.read(ctx, func(tx pgx.Tx) error {
		all = nil
		for _, t := range s.tables {
			cases, err := t.load(ctx, tx, false, t.bare(ids...))
			if err != nil {
				return err
			}
			all = append(all, cases...)
		}
		return nil
	})
	return all, err
}

// History reads everything about a task.
func (s *Source) History(ctx context.Context, id string) (h source.History, err error) {
	err = s.read(ctx, func(tx pgx.Tx) error {
		for _, t := range s.tables {
			cases, err := t.load(ctx, tx, true, t.bare(id))
			if err != nil {
				return err
			}
			if len(cases) > 0 {
				h.Case = cases[0]
				return nil
			}
		}
		return fmt.Errorf("%s: %w", id, source.ErrNotFound)
	})
	return h, err
}

// Resolve returns the id of the task with a name: its id, or that behind the table's name,
// or another name that the format knows.
func (s *Source) Resolve(ctx context.Context, name string) (string, error) {
	var found []string
	err := s.read(ctx, func(tx pgx.Tx) error {
		found = nil
		for _, t := range s.tables {
			ids := t.bare(name)
			if len(ids) == 0 {
				ids = t.bare(t.prefix() + name)
			}
			cases, err := t.load(ctx, tx, false, ids)
			if err != nil {
				return err
			}
			for i := range cases {
				found = append(found, cases[i].Task.ID)
			}
			for _, way := range t.Ways {
				if len(found) > 0 || strings.ContainsRune(name, 0) {
					break
				}
				rows, err := tx.Query(ctx, way, name)
				if err != nil {
					return err
				}
				if found, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
					return err
				}
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", fmt.Errorf("%s: %w", name, source.ErrNotFound)
	case len(found) > 1:
		return "", &source.AmbiguousError{Name: name, IDs: found}
	}
	return found[0], nil
}
