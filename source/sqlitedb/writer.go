package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// writerPragmas are what the connection for one transaction is opened with. It
// leaves checkpoints to the owner, and trusts the schema as little as the
// reading one does.
const writerPragmas = "&_defensive=1&_error_rc=1&_pragma=wal_autocheckpoint(0)" +
	"&_pragma=trusted_schema(0)&_pragma=cell_size_check(1)&_pragma=mmap_size(0)&_pragma=temp_store(2)&_pragma=synchronous(2)"

// writer is the connection that is opened for one transaction.
type writer struct {
	pool *sql.DB
	conn *sql.Conn
	open bool // a transaction is
}

// dialWriter opens the connection, on which each statement waits as long as
// patience says for a lock. Until allow is called it can only read.
func dialWriter(ctx context.Context, target string, patience time.Duration) (_ *writer, err error) {
	connector, err := sqlite.NewConnector(fmt.Sprintf("%s?mode=rw&_busy_timeout=%d%s", fileURI(target), patience.Milliseconds(), writerPragmas))
	if err != nil {
		return nil, err
	}
	w := &writer{pool: sql.OpenDB(connector)}
	defer func() {
		if err != nil {
			err = errors.Join(err, w.close())
		}
	}()
	w.pool.SetMaxOpenConns(1)
	if w.conn, err = w.pool.Conn(ctx); err != nil {
		return nil, err
	}
	return w, w.conn.Raw(restrict)
}

func (w *writer) begin(ctx context.Context) error {
	_, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	w.open = err == nil
	return err
}

// commit waits for readers for as long as patience says; until then SQLite
// keeps the transaction and the lock that lets no new reader in. It does not
// watch the context: whether it took place must be known.
func (w *writer) commit(ctx context.Context, patience time.Duration) error {
	ctx = context.WithoutCancel(ctx)
	for deadline := time.Now().Add(patience); ; {
		_, err := w.conn.ExecContext(ctx, "COMMIT")
		w.open = err != nil
		var se *sqlite.Error
		if !errors.As(err, &se) || se.Code()&0xff != lib.SQLITE_BUSY || !time.Now().Before(deadline) {
			return err
		}
	}
}

// rollback ends a transaction that SQLite may have ended already, after an
// error that makes it do so.
func (w *writer) rollback(ctx context.Context) error {
	if !w.open {
		return nil
	}
	w.open = false
	_, err := w.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	if err != nil && strings.Contains(err.Error(), "no transaction is active") {
		return nil
	}
	return err
}

func (w *writer) close() error {
	var err error
	if w.conn != nil {
		err = w.conn.Close()
	}
	return errors.Join(err, w.pool.Close())
}

// allow lets the draft's tables be written, and the format's own triggers do
// what they do, and tells the draft of every row that is written.
func (w *writer) allow(d *draft) error {
	return w.conn.Raw(func(driverConn any) error {
		hooks, ok := driverConn.(sqlite.HookRegisterer)
		authorizer, ok2 := driverConn.(sqlite.AuthorizerRegisterer)
		if !ok || !ok2 {
			return errors.New("the SQLite driver cannot watch what is written")
		}
		hooks.RegisterPreUpdateHook(d.noticed)
		return authorizer.RegisterAuthorizer(d.authorize)
	})
}
