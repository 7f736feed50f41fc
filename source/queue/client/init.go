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

	"github.com/jackc/pgx/v5"
	_ "modernc.org/sqlite" // the driver that writes the new file

	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/schema"
	"notdone/source/wholefile"
)

// sides are the suffixes of a database file and of the files beside it.
var sides = []string{"", "-wal", "-shm", "-journal"}

// Init makes an empty queue file at path, readable and writable by its owner
// alone. Its folder must exist. It refuses, and touches nothing, when anything
// is at path already, or when a -wal, -shm or -journal of an older database is
// left beside it. When it fails it leaves nothing behind.
func Init(ctx context.Context, path string) (err error) {
	path, err = filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("init: %w", err)
	}
	for _, side := range sides {
		left := ""
		if side != "" {
			left = " is left from another database"
		}
		if _, err := os.Lstat(path + side); err == nil {
			return fmt.Errorf("init: %s%s%s: %w", path, side, left, fs.ErrExist)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("init: %w", err)
		}
	}
	content, err := empty(ctx)
	if err != nil {
		return fmt.Errorf("init %s: %w", path, err)
	}
	// The file gets its name when it is whole.
	if err := makeWhole(path, content); err != nil {
		return fmt.Errorf("init: %w", err)
	}
	if err = verify(ctx, path); err != nil {
		err = fmt.Errorf("init %s: this file system allows no write-ahead log: %w", path, err)
		for _, side := range sides {
			if left := os.Remove(path + side); !errors.Is(left, fs.ErrNotExist) {
				err = errors.Join(err, left)
			}
		}
	}
	return err
}

// empty returns the content of an empty queue file.
func empty(ctx context.Context) (content []byte, err error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if _, err := conn.ExecContext(ctx, schema.Second+schema.Third+schema.Told); err != nil {
		return nil, err
	}
	err = conn.Raw(func(driver any) (err error) {
		content, err = driver.(interface{ Serialize() ([]byte, error) }).Serialize()
		return err
	})
	if err != nil {
		return nil, err
	}
	// Both say that the file is to be used with a write-ahead log (SQLite's file
	// format, section 1.3.3).
	const writeVersion, readVersion = 18, 19
	content[writeVersion], content[readVersion] = 2, 2
	return content, nil
}

// makeNamed makes a file with that content under another name beside path and
// links it to path, which must not exist.
func makeNamed(path string, content []byte) error {
	err := wholefile.Make(path, content)
	if err != nil && !errors.Is(err, os.ErrExist) { // nobody knows the name of that file
		return fmt.Errorf("%s: %w", filepath.Dir(path), source.WithoutPath(err))
	}
	return err
}

// verify opens the file as clients do.
func verify(ctx context.Context, path string) (err error) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path, RawQuery: "mode=rw"}).String())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var version int
	return db.QueryRowContext(ctx, "SELECT schema_version FROM meta").Scan(&version)
}

// Upgrade brings a queue file of the schema version before to the present one, and gives it
// the indexes of a new file, in one transaction that takes nothing away: its clients go on as
// before. It reports whether there was anything to do.
func Upgrade(ctx context.Context, path string) (done bool, err error) {
	c, err := Dial(ctx, path)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	err = c.Transact(ctx, func(t *Tx) error {
		// Another client may have done it meanwhile.
		err := t.Read("SELECT schema_version FROM meta", func(scan func(...any) error) error { return scan(&c.version) })
		if err != nil {
			return err
		}
		file, ok := c.link.(*fileLink)
		switch {
		case c.version == schema.Version && !ok:
			return nil
		case c.version != schema.Version && c.version != schema.Version-1:
			return fmt.Errorf("%s: version %d cannot be brought to version %d: its tasks can be added to a new file", path, c.version, schema.Version)
		case !ok:
			return fmt.Errorf("%s: version %d of a queue in PostgreSQL cannot be brought to version %d", c.name, c.version, schema.Version)
		}
		missing := ""
		if c.version != schema.Version {
			missing = schema.Third
		}
		told := false
		err = t.Read("SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'events_told')",
			func(scan func(...any) error) error { return scan(&told) })
		if err != nil {
			return err
		}
		if !told {
			missing += schema.Told
		}
		if done = missing != ""; done {
			_, err = file.conn.ExecContext(ctx, missing)
		}
		return err
	})
	return done && err == nil, err
}

// InitPostgres makes an empty queue in the first schema of the search path of a PostgreSQL
// database, which a URL or a service names. It refuses, and changes nothing, when one of its
// tables is there already.
func InitPostgres(ctx context.Context, name string) error {
	return pgsource.Exec(ctx, name, func(ctx context.Context, tx pgx.Tx) error {
		for _, table := range schema.Tables() {
			var there bool
			err := tx.QueryRow(ctx, `SELECT to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1)) IS NOT NULL`, table).Scan(&there)
			switch {
			case err != nil:
				return err
			case there:
				return fmt.Errorf("init: there is a table %s already", table)
			}
		}
		_, err := tx.Exec(ctx, schema.Postgres)
		return err
	})
}
