package sqlsource

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"notdone/source/sqlitedb"
)

// beside is a database that belongs to another one, such as the answers to a queue of
// questions. It may be missing and appear later.
type beside struct {
	path string
	db   *sqlitedb.DB     // nil while there is none
	q    sqlitedb.Queryer // while the tasks of the other are read
	opts sqlitedb.Options
	seen bool // there was one
}

// Beside returns what queries the i-th database of File.Beside; nil when there is none.
// It is valid only inside Load, See and Undo. It is not in one snapshot with the
// database itself: the snapshot is taken before that of Load and after that of See and
// Undo.
func (s *Store) Beside(i int) sqlitedb.Queryer { return s.besides[i].q }

// open opens the database if there is one. An empty file does not count. That there is
// none any more is an error: without it the tasks would show a state that is over.
func (b *beside) open(ctx context.Context) (err error) {
	if b.db != nil {
		return nil
	}
	if _, err = os.Lstat(b.path); err == nil {
		b.db, err = sqlitedb.Open(ctx, b.path, b.opts)
	}
	b.seen = b.seen || err == nil
	if gone(err) && !b.seen {
		return nil // it may come later
	}
	return err
}

// gone reports whether an error says that there is no database, or only an empty file.
func gone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, sqlitedb.ErrEmpty) || errors.Is(err, sqlitedb.ErrMissing)
}

// withBesides runs fn inside a read of each database beside, the last one innermost.
func (s *Store) withBesides(ctx context.Context, from int, fn func(ctx context.Context) error) error {
	if from == len(s.besides) {
		return fn(ctx)
	}
	b := s.besides[from]
	if err := b.open(ctx); err != nil {
		return err
	}
	if b.db == nil {
		return s.withBesides(ctx, from+1, fn)
	}
	return b.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		b.q = q
		defer func() { b.q = nil }()
		return s.withBesides(ctx, from+1, fn)
	})
}

// besideChanged reports whether there was a commit in a database beside, or one has
// appeared.
func (s *Store) besideChanged(ctx context.Context) (changed bool, err error) {
	for _, b := range s.besides {
		had := b.db != nil
		if err := b.open(ctx); err != nil {
			return false, err
		}
		if b.db == nil {
			continue
		}
		c, err := b.db.Changed(ctx)
		if gone(err) {
			err = errors.Join(err, b.db.Close())
			b.db = nil
		}
		if err != nil {
			return false, err
		}
		changed = changed || !had || c != (sqlitedb.Change{})
	}
	return changed, nil
}

// close closes the database and those beside it.
func (s *Store) close() error {
	err := s.db.Close()
	for _, b := range s.besides {
		if b.db != nil {
			err = errors.Join(err, b.db.Close())
		}
	}
	return err
}
