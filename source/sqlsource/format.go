package sqlsource

import (
	"context"
	"errors"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

// Format is one kind of queue.
type Format interface {
	// Start looks at a database as at a new one, inside its first transaction, and
	// whenever nothing read earlier holds. ErrNotMine in the error's chain says that
	// the file is no database of this format.
	Start(ctx context.Context, q sqlitedb.Queryer, s *Store) (Queue, error)
}

// Folder is a Format that finds its databases. Any other has the one at Config.Path.
type Folder interface {
	Format
	// Files lists the databases that there are now, in the order in which they are
	// listed, and why others cannot even be looked at, by group; under the empty
	// group stands why the folder cannot be listed. One that does not exist is waited
	// for. It must be cheap.
	Files() (found []File, troubles map[string]error)
}

// ErrNotMine says that a database is not one of the adapter's.
var ErrNotMine = errors.New("not a queue of this kind")

// File is one database of a queue.
type File struct {
	Group string // unique within the queue, before each id with a slash; empty for one that is opened alone
	Path  string
	// Beside are further databases that Load reads for the same tasks, which may be
	// missing; see Store.Beside. A commit in one has every remembered task of this
	// one read again: see Shape.Marks.
	Beside []string
	// Watch are further files, no databases, whose times a Witness looks at.
	Watch []string
}

// names reports whether a path is one of the file's.
func (f *File) names(path string) bool {
	return path == f.Path || slices.Contains(f.Beside, path) || slices.Contains(f.Watch, path)
}

// Config is what Open is told.
type Config struct {
	Kind   string
	Path   string // as the operator gave it
	Format Format
	// Many says that the queue is a folder of databases, of which one that cannot
	// be read does not stop the others.
	Many bool
	// Watch are the targets beside the databases that Files finds.
	Watch []watch.Target
	// Part is what one of many databases is called, such as "board".
	Part string
	// Configure reads again what the adapter knows from elsewhere, such as a
	// configuration file. It returns whether everything must be judged anew, and
	// why it could not be read. Nil: there is nothing.
	Configure func() (changed bool, err error)
	// Close is called when the source is closed, or cannot be opened. Nil: there is
	// nothing to close.
	Close func() error
	// Facts are shown beside those of the databases. Nil: there are none.
	Facts func() []source.Fact
}

// Queue is one database as Start found it. Its methods are not called at once.
type Queue interface {
	// Shape says what the table of tasks looks like.
	Shape() *Shape
	// Load reads the tasks with these ids, as the database has them, in any order;
	// whole is for the detail of one task. Where it needs reads of its own first
	// it returns an error with a method of Unready.
	Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]model.Case, error)
}

// Unready is an error of Load: the read is ended, Prepare reads what it needs, and
// Load is called again.
type Unready interface {
	error
	Prepare(ctx context.Context) error
}

// NotReady returns an error of Load with its message, and what Prepare does.
func NotReady(message string, prepare func(ctx context.Context) error) Unready {
	return &notReady{errors.New(message), prepare}
}

type notReady struct {
	error
	prepare func(ctx context.Context) error
}

func (n *notReady) Prepare(ctx context.Context) error { return n.prepare(ctx) }

// Keeper is a Queue that remembers something of what it loads. Keep is called when
// the read of the last Load is known to hold.
type Keeper interface{ Keep() }

// Witness is a Queue whose cases show something that is in none of its databases, such
// as the time of a file.
type Witness interface {
	// Moved lists the tasks that have to be read again for it, and reports whether all
	// of those that are remembered have to. What it lists is read by the same call of
	// Refresh, or told again by the next. It is called at each Refresh, so it must be cheap.
	Moved() (ids []string, all bool)
}

// Commenter is a Queue whose comments are not among the events of its cases.
type Commenter interface {
	Comments(ctx context.Context, q sqlitedb.Queryer, id string) ([]model.Event, error)
}

// Log is a Queue that keeps a log of what changed, numbered in the order of the
// commits.
type Log interface {
	// Newest is the number of the last entry; 0 when there is none.
	Newest(ctx context.Context, q sqlitedb.Queryer) (int64, error)
	// Since reads so many entries after a number, fewer only at the end of the log.
	Since(ctx context.Context, q sqlitedb.Queryer, after int64, most int) (Entries, error)
}

// Entries is a part of a log.
type Entries struct {
	IDs  []string // the tasks that changed, and those that show it; repeats do no harm
	Last int64    // the last entry that was read
	More bool     // there are more
	Lost bool     // the log does not reach back so far, or listing everything is the shorter way
}

// Neighbours is a Queue whose cases show something of other tasks. Near lists those
// that show something of the given ones.
type Neighbours interface {
	Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error)
}

// Shape describes the table of tasks. Expressions name its columns by the alias t.
type Shape struct {
	// Table is a name, or a query in parentheses that has a column rowid. ID and
	// Status are expressions.
	Table, ID, Status string
	// Phases are the statuses in the order in which they are listed.
	Phases []Phase
	// Order is an expression for the whole number by which the tasks of a phase
	// are listed, along an index that leads with the status. Empty: the rowid, or
	// in a table without rowids, the ID.
	Order string
	// Unsorted says that there is no such index: tasks are then listed in the order
	// of their rows, and Order is empty.
	Unsorted bool
	// NoRowids says that the table was declared WITHOUT ROWID, which Marks need.
	NoRowids bool
	// Marks are the expressions of what can change without an entry in the log. They
	// are remembered as a hash of each task. Nil: the log tells everything, and
	// where there is no log, every commit has everything listed again.
	Marks []string
	// Settled are the statuses whose tasks change with an entry in the log only.
	Settled []string
	// Busy are the statuses whose tasks change all the time; few tasks have one.
	Busy []string
	// Ways find tasks by what else they are called, besides their ids, the surest
	// way first: each returns the ids of those that are called so.
	Ways []func(ctx context.Context, name string) ([]string, error)
	// Facts are shown in the description.
	Facts []source.Fact
	// ReadOnly says why nothing in this file can be acted on; empty where it can.
	ReadOnly string
}

// Phase is one part of a listing.
type Phase struct {
	Statuses []string // nil: all that no phase names
	Newest   bool     // the greatest Order first
}
