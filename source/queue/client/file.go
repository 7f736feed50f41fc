package client

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "modernc.org/sqlite" // the driver

	"notdone/source/queue/schema"
	"notdone/source/sqlitedb"
)

// ErrGone says that the queue file is no longer the one that was opened: it was removed, or replaced
// by another one. What is written to the one that was opened would be seen by nobody.
var ErrGone = errors.New("the queue file was removed or replaced by another one")

// fileLink is a connection to a queue file.
type fileLink struct {
	path     string
	opened   os.FileInfo // of the file
	db       *sql.DB
	conn     *sql.Conn
	prepared map[string]*sql.Stmt
}

// dialFile opens a queue file. The name is its absolute path.
func dialFile(ctx context.Context, path string) (l *fileLink, name string, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return nil, "", err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", err
	}
	if !info.Mode().IsRegular() {
		return nil, "", errors.New("not a regular file")
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: fmt.Sprintf("mode=rw&_pragma=busy_timeout(%d)", busyTimeout.Milliseconds())}
	db, err := sql.Open("sqlite", u.String())
	if err != nil {
		return nil, "", err
	}
	l = &fileLink{path: path, opened: info, db: db, prepared: map[string]*sql.Stmt{}}
	if l.conn, err = db.Conn(ctx); err != nil {
		return nil, "", errors.Join(err, db.Close())
	}
	return l, path, nil
}

func (l *fileLink) close() error { return errors.Join(l.conn.Close(), l.db.Close()) }

func (*fileLink) changes(context.Context) <-chan struct{} { return nil }

func (l *fileLink) begin(ctx context.Context, reads bool) error {
	if now, err := os.Stat(l.path); errors.Is(err, fs.ErrNotExist) || err == nil && !os.SameFile(l.opened, now) {
		return ErrGone
	}
	statement := "BEGIN IMMEDIATE;"
	if reads {
		statement = "BEGIN;"
	}
	_, err := l.exec(ctx, statement, nil)
	return err
}

func (l *fileLink) commit(ctx context.Context) error {
	_, err := l.exec(ctx, "COMMIT;", nil)
	return err
}

// rollback undoes a transaction. After some errors, such as that of a full disk, SQLite has done
// so already, and refuses the statement.
func (l *fileLink) rollback(ctx context.Context) error {
	_, err := l.exec(ctx, "ROLLBACK;", nil)
	if err != nil && strings.Contains(err.Error(), "no transaction is active") {
		return nil
	}
	return err
}

func (*fileLink) statements(block string) []string {
	return slices.DeleteFunc(schema.Statements(block), func(s string) bool { return s == "BEGIN IMMEDIATE;" || s == "COMMIT;" })
}

func (l *fileLink) exec(ctx context.Context, statement string, args []any) (changed int64, err error) {
	defer func() { err = sqlitedb.ExplainWrite(err) }()
	s, err := l.prepare(ctx, statement) //nolint:sqlclosecheck // it is closed with the connection
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (l *fileLink) query(ctx context.Context, statement string, args []any, row func(scan func(into ...any) error) error) (err error) {
	defer func() { err = sqlitedb.ExplainWrite(err) }()
	s, err := l.prepare(ctx, statement) //nolint:sqlclosecheck // it is closed with the connection
	if err != nil {
		return err
	}
	rows, err := s.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

func (l *fileLink) prepare(ctx context.Context, statement string) (s *sql.Stmt, err error) {
	s = l.prepared[statement]
	if s == nil {
		if s, err = l.conn.PrepareContext(ctx, statement); err != nil {
			return nil, err
		}
		l.prepared[statement] = s
	}
	return s, nil
}
