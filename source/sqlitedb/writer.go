package sqlitedb

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	lib "modernc.org/sqlite/lib"
)

// writerPragmas are the settings of the writing connection beside safePragmas. It
// leaves checkpoints to the owner.
const writerPragmas = "&_pragma=wal_autocheckpoint(0)&_pragma=synchronous(2)"

// writer is the connection for one write transaction.
type writer struct {
	*connection
	open bool // a transaction is open
}

// dialWriter opens the connection, on which each statement waits for a lock until
// the timeout. It can only read until installWriteHooks is called.
func dialWriter(ctx context.Context, target string, timeout time.Duration) (*writer, error) {
	c, err := dial(ctx, fmt.Sprintf("%s?mode=rw&_busy_timeout=%d%s%s", fileURI(target), timeout.Milliseconds(), safePragmas, writerPragmas))
	return &writer{connection: c}, err
}

func (w *writer) begin(ctx context.Context) error {
	_, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	w.open = err == nil
	return err
}

// commit commits the transaction. It waits for readers until the timeout; meanwhile
// SQLite keeps the lock that blocks new readers. commit ignores the end of the
// context, because an interrupted COMMIT would be in doubt.
func (w *writer) commit(ctx context.Context, timeout time.Duration) error {
	ctx = context.WithoutCancel(ctx)
	for deadline := time.Now().Add(timeout); ; {
		_, err := w.conn.ExecContext(ctx, "COMMIT")
		w.open = err != nil
		se, ok := errors.AsType[*sqlite.Error](err)
		if !ok || se.Code()&0xff != lib.SQLITE_BUSY || !time.Now().Before(deadline) {
			return err
		}
	}
}

// rollback ends the transaction, if one is open. SQLite may already have ended it
// after an error.
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

// installWriteHooks installs the draft's authorizer, which permits its writes, and
// its pre-update hook, which records them.
func (w *writer) installWriteHooks(d *draft) error {
	return w.conn.Raw(func(driverConn any) error {
		hooks, ok := driverConn.(sqlite.HookRegisterer)
		authorizer, ok2 := driverConn.(sqlite.AuthorizerRegisterer)
		if !ok || !ok2 {
			return errors.New("the SQLite driver cannot watch what is written")
		}
		hooks.RegisterPreUpdateHook(d.record)
		return authorizer.RegisterAuthorizer(d.authorize)
	})
}
