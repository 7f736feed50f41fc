package queue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "modernc.org/sqlite" // the driver that writes the new file
)

// sides are what SQLite keeps beside a database file, and would mistake for
// part of a new one.
var sides = []string{"-wal", "-shm", "-journal"}

// Init makes an empty queue file at path, readable and writable by its owner
// alone. Its folder must exist. It refuses, and touches nothing, when anything
// is at path already, or when a -wal, -shm or -journal of an older database is
// left beside it. When it fails it leaves nothing behind.
func Init(ctx context.Context, path string) (err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	for _, side := range append([]string{""}, sides...) {
		if _, err := os.Lstat(path + side); err == nil && side == "" {
			return fmt.Errorf("init: %s: %w", path, fs.ErrExist)
		} else if err == nil {
			return fmt.Errorf("init: %s%s is left from another database: %w", path, side, fs.ErrExist)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("init: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("init %s: %w", path, err), discard(path))
		}
	}()
	if err := f.Close(); err != nil {
		return err
	}
	return write(ctx, path)
}

// write fills the empty file at path.
func write(ctx context.Context, path string) (err error) {
	name := (&url.URL{Scheme: "file", Path: path, RawQuery: "mode=rw&_txlock=immediate"}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1)
	var mode string
	if err := db.QueryRowContext(ctx, "PRAGMA journal_mode = WAL").Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("this file system allows no write-ahead log, but %q", mode)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, schemaSQL); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// discard removes a file that Init began, and what SQLite put beside it.
func discard(path string) error {
	var errs []error
	for _, side := range append([]string{""}, sides...) {
		if err := os.Remove(path + side); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
