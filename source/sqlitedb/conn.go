package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// fileURI names a file to SQLite. Every byte that is not plainly safe is
// escaped, so that a path with ?, #, % or invalid UTF-8 names the same file to
// SQLite as to the kernel.
func fileURI(path string) string {
	const safe = "/._-~"
	var b strings.Builder
	b.WriteString("file:")
	for i := range len(path) {
		c := path[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(safe, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// dsn builds the name under which SQLite opens the file for reading.
func dsn(path string, m Mode) string {
	var b strings.Builder
	b.WriteString(fileURI(path))
	b.WriteString("?mode=ro")
	switch m {
	case ModeRollback, ModeLiveWAL:
		b.WriteString("&readonly_shm=1&vfs=" + readingVFS)
	case ModeImmutable:
		b.WriteString("&immutable=1&vfs=" + readingVFS)
	case ModeCopy:
		// The copy is ours alone, so SQLite may build a -shm beside it.
	}
	// A foreign schema is hostile: its views may not call functions with side
	// effects, a damaged cell is reported instead of followed, and nothing is
	// mapped into memory where a truncation would be a fault.
	b.WriteString("&_defensive=1&_error_rc=1&_pragma=trusted_schema(0)&_pragma=cell_size_check(1)" +
		"&_pragma=mmap_size(0)&_pragma=temp_store(2)&_pragma=busy_timeout(0)&_query_only=1")
	return b.String()
}

// link is one physical connection of SQLite's, pinned.
type link struct {
	pool    *sql.DB
	conn    *sql.Conn
	version *sql.Stmt
}

func dial(ctx context.Context, name string) (_ *link, err error) {
	if errVFS != nil {
		return nil, errVFS
	}
	connector, err := sqlite.NewConnector(name)
	if err != nil {
		return nil, err
	}
	l := &link{pool: sql.OpenDB(connector)}
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close())
		}
	}()
	l.pool.SetMaxOpenConns(1)
	if l.conn, err = l.pool.Conn(ctx); err != nil {
		return nil, err
	}
	if err = l.conn.Raw(restrict); err != nil {
		return nil, err
	}
	l.version, err = l.conn.PrepareContext(ctx, "PRAGMA data_version")
	return l, err
}

func (l *link) close() error {
	var errs []error
	if l.version != nil {
		errs = append(errs, l.version.Close())
	}
	if l.conn != nil {
		errs = append(errs, l.conn.Close())
	}
	return errors.Join(append(errs, l.pool.Close())...)
}

// begin starts a read transaction and takes its snapshot by reading the data
// version. The transaction does not watch a context: database/sql would end
// it in the background, after this connection is already in use again.
func (l *link) begin(ctx context.Context) (*sql.Tx, int64, error) {
	ctx = context.WithoutCancel(ctx)
	tx, err := l.conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	v, err := l.dataVersion(ctx)
	if err != nil {
		return nil, 0, errors.Join(err, tx.Rollback())
	}
	return tx, v, nil
}

// dataVersion reads a number that is only comparable on this connection and
// changes when another one has committed.
func (l *link) dataVersion(ctx context.Context) (v int64, err error) {
	err = l.version.QueryRowContext(context.WithoutCancel(ctx)).Scan(&v)
	return v, err
}

// readPragmas are the pragmas that only tell something when they have no
// argument, or whose argument names what to tell about.
var readPragmas = map[string]bool{
	"data_version": false, "schema_version": false, "user_version": false, "application_id": false,
	"page_count": false, "page_size": false, "freelist_count": false, "encoding": false,
	"table_info": true, "table_xinfo": true, "table_list": true, "index_list": true,
	"index_info": true, "index_xinfo": true, "foreign_key_list": true,
}

// restrict installs an authorizer that lets nothing but reading be compiled,
// whatever SQL a view, a trigger or a careless caller brings.
func restrict(driverConn any) error {
	r, ok := driverConn.(sqlite.AuthorizerRegisterer)
	if !ok {
		return errors.New("the SQLite driver has no authorizer")
	}
	return r.RegisterAuthorizer(authorize)
}

func authorize(action sqlite.AuthorizerActionCode, arg1, arg2, _, _ string) sqlite.AuthorizerReturnCode {
	switch action { //nolint:exhaustive // whatever is not named is denied
	case sqlite.AuthSelect, sqlite.AuthRead, sqlite.AuthRecursive, sqlite.AuthTransaction:
		return sqlite.AuthorizerOK
	case sqlite.AuthFunction:
		if !strings.EqualFold(arg2, "load_extension") {
			return sqlite.AuthorizerOK
		}
	case sqlite.AuthPragma:
		takesArg, known := readPragmas[strings.ToLower(arg1)]
		if known && (takesArg || arg2 == "") {
			return sqlite.AuthorizerOK
		}
	}
	return sqlite.AuthorizerDeny
}
