package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"modernc.org/sqlite"
)

// fileURI returns the URI of a file for SQLite. It escapes all bytes but the safe
// ones, so that SQLite opens the same file as the kernel would for a path with ?, #,
// % or invalid UTF-8.
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

// dsn returns the URI with which SQLite opens the file for reading.
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
	b.WriteString(safePragmas + "&_pragma=busy_timeout(0)&_query_only=1")
	return b.String()
}

// safePragmas distrust the file. A foreign schema is hostile: its views may not call
// functions with side effects, SQLite checks cells for damage, and the file is not
// mapped into memory, where a truncation would raise a signal.
const safePragmas = "&_defensive=1&_error_rc=1&_pragma=trusted_schema(0)&_pragma=cell_size_check(1)&_pragma=mmap_size(0)&_pragma=temp_store(2)"

// connection is one physical connection of SQLite's, pinned.
type connection struct {
	pool     *sql.DB
	conn     *sql.Conn
	version  *sql.Stmt
	prepared statements
	handle   uintptr         // SQLite's
	query    context.Context //nolint:containedctx // of the query that runs, see progress.go
}

func dial(ctx context.Context, name string) (_ *connection, err error) {
	if errVFS != nil {
		return nil, errVFS
	}
	connector, err := sqlite.NewConnector(name)
	if err != nil {
		return nil, err
	}
	c := &connection{pool: sql.OpenDB(connector)}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.close())
		}
	}()
	c.pool.SetMaxOpenConns(1)
	if c.conn, err = c.pool.Conn(ctx); err != nil {
		return nil, err
	}
	if err = c.conn.Raw(installReadAuthorizer); err != nil {
		return nil, err
	}
	if err = c.conn.Raw(c.installProgress); err != nil {
		return nil, err
	}
	c.version, err = c.conn.PrepareContext(context.WithoutCancel(ctx), "PRAGMA data_version")
	return c, err
}

func (c *connection) close() error {
	errs := []error{c.prepared.close()}
	if c.version != nil {
		errs = append(errs, c.version.Close())
	}
	if c.conn != nil {
		errs = append(errs, c.conn.Close())
	}
	errs = append(errs, c.pool.Close())
	asking.CompareAndDelete(c.handle, c) // a connection opened since may have its address
	return errors.Join(errs...)
}

// begin starts a read transaction and takes its snapshot by reading the data
// version. The transaction ignores the end of the context: database/sql would roll
// it back in the background, when this connection may already be in use again.
func (c *connection) begin(ctx context.Context) (*sql.Tx, int64, error) {
	ctx = context.WithoutCancel(ctx)
	tx, err := c.conn.BeginTx(ctx, nil)
	if err != nil {
		return nil, 0, err
	}
	v, err := c.dataVersion(ctx)
	if err != nil {
		return nil, 0, errors.Join(err, tx.Rollback())
	}
	return tx, v, nil
}

// dataVersion reads SQLite's data version. It changes when another connection
// commits, and is comparable on this connection only.
func (c *connection) dataVersion(ctx context.Context) (v int64, err error) {
	err = c.version.QueryRowContext(context.WithoutCancel(ctx)).Scan(&v)
	return v, err
}

// readPragmas are the pragmas that change nothing. The value says whether a pragma
// may have an argument: there it names a table or an index, elsewhere it would set
// a value.
var readPragmas = map[string]bool{
	"data_version": false, "schema_version": false, "user_version": false, "application_id": false,
	"page_count": false, "page_size": false, "freelist_count": false, "encoding": false,
	"table_info": true, "table_xinfo": true, "table_list": true, "index_list": true,
	"index_info": true, "index_xinfo": true, "foreign_key_list": true,
}

// installReadAuthorizer makes SQLite refuse all statements but reads, also those in
// views and triggers.
func installReadAuthorizer(driverConn any) error {
	r, ok := driverConn.(sqlite.AuthorizerRegisterer)
	if !ok {
		return errors.New("the SQLite driver has no authorizer")
	}
	return r.RegisterAuthorizer(authorizeRead)
}

func authorizeRead(action sqlite.AuthorizerActionCode, arg1, arg2, _, _ string) sqlite.AuthorizerReturnCode {
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
