package pgsource

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// link connects to one database. Behind a pooler such as PgBouncer the sessions of the server
// are shared with other clients, and each transaction may run in another one: there the
// parameters of the session are set in each transaction and for it alone, no statement is
// prepared, and nothing is listened to. One call runs at a time.
type link struct {
	cfg     *pgx.ConnConfig
	limited bool // the name has a limit of one statement
	pooled  atomic.Bool
	locals  map[string]string // what each transaction sets, behind a pooler
}

// errPooled says that another process serves the connection than the one that greeted it.
var errPooled = errors.New("the connection leads to a pooler")

// newLink returns the link to a database whose name may have a password, with the parameters
// of all sessions and more.
func newLink(name string, more map[string]string) (*link, error) {
	cfg, err := settings(name)
	if err != nil {
		return nil, err
	}
	maps.Copy(cfg.RuntimeParams, more)
	return (&link{cfg: cfg, limited: cfg.RuntimeParams["statement_timeout"] != ""}).another(), nil
}

// another returns a link to the same database that is not used yet.
func (l *link) another() *link {
	n := &link{cfg: l.cfg.Copy(), limited: l.limited}
	n.cfg.AfterConnect = n.prepare
	return n
}

// connect makes a connection.
func (l *link) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.ConnectConfig(ctx, l.cfg)
	if !l.pooled.Load() && (errors.Is(err, errPooled) || refusedParameter(err) != "") {
		l.share()
		conn, err = pgx.ConnectConfig(ctx, l.cfg)
	}
	if err != nil {
		return nil, connectError(err)
	}
	return conn, nil
}

// ownParameters are those that a session has for itself behind a pooler, too, or that can be
// set at its beginning alone.
var ownParameters = []string{"application_name", "client_encoding", "options", "replication"}

// share has each transaction set the parameters.
func (l *link) share() {
	cfg := l.cfg.Copy()
	l.locals = map[string]string{}
	for parameter, value := range cfg.RuntimeParams {
		if !slices.Contains(ownParameters, parameter) {
			l.locals[parameter] = value
			delete(cfg.RuntimeParams, parameter)
		}
	}
	if cfg.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement || cfg.DefaultQueryExecMode == pgx.QueryExecModeDescribeExec {
		cfg.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	l.cfg = cfg
	l.pooled.Store(true)
}

// prepare looks who serves a new connection, and sets the limit of one statement unless it is
// chosen, or the role or the database has a lower one.
func (l *link) prepare(ctx context.Context, conn *pgconn.PgConn) error {
	limited, cancel := context.WithTimeout(ctx, connectTimeout)
	defer cancel()
	said, err := conn.Exec(limited, `SELECT pg_backend_pid(), setting FROM pg_settings WHERE name = 'statement_timeout'`).ReadAll()
	switch {
	case ctx.Err() == nil && limited.Err() != nil:
		return fmt.Errorf("no answer within %v: a pooler may have no connection to the server left", connectTimeout)
	case err != nil:
		return err
	}
	if len(said) != 1 || len(said[0].Rows) != 1 {
		return errors.New("the server does not tell its settings")
	}
	row := said[0].Rows[0]
	pooled := l.pooled.Load()
	if !pooled && string(row[0]) != strconv.FormatUint(uint64(conn.PID()), 10) {
		return errPooled
	}
	most := statementTimeout.Milliseconds()
	limit, err := strconv.ParseInt(string(row[1]), 10, 64)
	if err != nil || l.limited || limit >= 1 && limit <= most {
		return err
	}
	if pooled {
		l.locals["statement_timeout"] = strconv.FormatInt(most, 10)
		return nil
	}
	_, err = conn.Exec(ctx, fmt.Sprintf(`SET statement_timeout = %d`, most)).ReadAll()
	return err
}

// transaction returns what begins a transaction.
func (l *link) transaction(level pgx.TxIsoLevel, mode pgx.TxAccessMode) pgx.TxOptions {
	o := pgx.TxOptions{IsoLevel: level, AccessMode: mode}
	if !l.pooled.Load() {
		return o
	}
	sets := make([]string, 0, len(l.locals))
	for _, parameter := range slices.Sorted(maps.Keys(l.locals)) {
		sets = append(sets, "set_config("+literal(parameter)+", "+literal(l.locals[parameter])+", true)")
	}
	o.BeginQuery = fmt.Sprintf("begin isolation level %s %s; select %s", level, mode, strings.Join(sets, ", "))
	return o
}

// literal writes a text as a constant, whichever way the server reads backslashes.
func literal(text string) string {
	return "E'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(text) + "'"
}

const (
	protocolViolation = "08P01"
	unsupported       = "unsupported startup parameter"
)

// refusedParameter returns the startup parameter that PgBouncer refuses; empty: it refuses none.
func refusedParameter(err error) string {
	said, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || said.Code != protocolViolation || !strings.HasPrefix(said.Message, unsupported) {
		return ""
	}
	return strings.Trim(strings.TrimPrefix(said.Message, unsupported), ": ")
}
