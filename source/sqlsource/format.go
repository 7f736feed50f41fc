package sqlsource

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/watch"
)

// Format is one kind of queue.
type Format interface {
	// Start reads the schema and the versions of a database inside its first
	// transaction, and again whenever what was read earlier is invalid. The error wraps
	// ErrNotMine when the file is no database of this format.
	Start(ctx context.Context, q sqlitedb.Queryer, s *Store) (Queue, error)
}

// Folder is a Format with several databases. Any other has the one at Config.Path.
type Folder interface {
	Format
	// Files returns the present databases in the order of the listing, and by group the
	// errors for others; the error under the empty group says why the folder cannot be
	// listed. A database that does not exist yet is waited for. Files must be cheap.
	Files() (found []File, troubles map[string]error)
}

// Locate returns the absolute path of what an operator named, and what is there.
func Locate(path string) (abs string, info fs.FileInfo, err error) {
	if abs, err = filepath.Abs(path); err != nil {
		return "", nil, fmt.Errorf("%s: %w", path, err)
	}
	info, err = os.Stat(abs)
	return abs, info, err
}

// ErrNotMine says that a database is not one of the adapter's.
var ErrNotMine = errors.New("not a queue of this kind")

// File is one database of a queue.
type File struct {
	Group string // unique within the queue; it precedes each id with a slash; empty for a single database
	Path  string
	// Beside are the paths of further databases that Load reads for the same tasks; they
	// may be missing. See Store.Beside. After a commit in one of them, all tasks that
	// Shape.Marks remembers are read again.
	Beside []string
	// Watch are the paths of further files, which are no databases, for a Witness.
	Watch []string
}

// names reports whether a path belongs to the file.
func (f *File) names(path string) bool {
	return path == f.Path || slices.Contains(f.Beside, path) || slices.Contains(f.Watch, path)
}

// Config are the settings of a queue for Open.
type Config struct {
	Kind   string
	Path   string // as the operator gave it
	Format Format
	// Many says that the queue is a folder of databases. One that cannot be read does not
	// stop the others.
	Many bool
	// Watch are the targets to watch beside the files of the databases.
	Watch []watch.Target
	// Part is the word for one of many databases, such as "board".
	Part string
	// Configure reads what the adapter knows from other files again, such as a
	// configuration. It reports whether all tasks must be judged again, and returns why
	// the files could not be read. Nil: there are no such files.
	Configure func() (changed bool, err error)
	// Settings returns what Configure has read, as a text that differs whenever a task
	// may be judged otherwise for it. Nil: there is nothing.
	Settings func() string
	// Close is called when the source is closed, or cannot be opened. Nil: there is
	// nothing to close.
	Close func() error
	// LeftOut says what of the database is not shown; empty: all is.
	LeftOut string
	// Facts are shown beside those of the databases. Nil: there are none.
	Facts func() []source.Fact
}

// Queue is one open database. Its methods are called by one goroutine at a time.
type Queue interface {
	// Shape describes the table of tasks.
	Shape() *Shape
	// Load reads the tasks with these ids of the database, in any order. whole asks for
	// the texts of a task's detail. If Load needs other reads first, it returns an
	// Unready error.
	Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) ([]*model.Case, error)
}

// Unready is an error of Load that ends the read. Then Prepare is called, which may read
// the database, and Load is called again.
type Unready interface {
	error
	Prepare(ctx context.Context) error
}

// NotReady returns an Unready error with the message and the function for Prepare.
func NotReady(message string, prepare func(ctx context.Context) error) Unready {
	return &notReady{errors.New(message), prepare}
}

type notReady struct {
	error
	prepare func(ctx context.Context) error
}

func (n *notReady) Prepare(ctx context.Context) error { return n.prepare(ctx) }

// Keeper is a Queue that remembers results of Load. Keep is called when the read
// transaction of the last Load has succeeded.
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

// Log is a Queue with a log of changes, whose entries are numbered in the order of the
// commits.
type Log interface {
	// Newest returns the number of the last entry; 0 when there is none.
	Newest(ctx context.Context, q sqlitedb.Queryer) (int64, error)
	// Since reads the entries after a number: most of them, or fewer at the end of the
	// log.
	Since(ctx context.Context, q sqlitedb.Queryer, after int64, most int) (Entries, error)
}

// Trail is a Log whose earlier entries can be read again, so that another process
// recognises the position that this one had in it.
type Trail interface {
	Log
	// Last reads up to most entries up to a number, the newest first.
	Last(ctx context.Context, q sqlitedb.Queryer, upTo int64, most int) ([]Logged, error)
}

// Logged is one entry of a log.
type Logged struct {
	Number int64
	Task   string
	Later  bool // a later entry than all of those asked for names the task, too
}

// Entries is a part of a log.
type Entries struct {
	IDs  []string // the tasks that changed and those whose cases show it, perhaps repeatedly
	Last int64    // the number of the last entry that was read
	More bool     // there are more entries
	Lost bool     // entries are missing, or so many that everything should be listed again
}

// Neighbours is a Queue whose cases show something of other tasks. Near returns the tasks
// whose cases show something of the given ones.
type Neighbours interface {
	Near(ctx context.Context, q sqlitedb.Queryer, ids []string) ([]string, error)
}

// Shape describes the table of tasks. Expressions name its columns by the alias t.
type Shape struct {
	// Table is a name, or a query in parentheses that has a column rowid. ID and
	// Status are expressions.
	Table, ID, Status string
	// Title is an expression for the title, by which tasks are searched; empty: they are not.
	Title string
	// Phases are the statuses in the order in which they are listed.
	Phases []Phase
	// Order is an expression for the integer by which the tasks of a phase are ordered.
	// An index on the status and this expression serves the listing. Empty: the rowid,
	// or in a table without rowids the ID.
	Order string
	// Unsorted says that there is no such index: tasks are listed in the order of their
	// rows, whatever Order says.
	Unsorted bool
	// Lacks is the index without which the tasks are Unsorted, such as
	// "tasks(state, updated_at)". Empty: no index would help.
	Lacks string
	// Gather says that the index of the statuses serves no order within a phase: the rowids
	// of the phase are gathered, and listed the greatest first. Order is empty.
	Gather bool
	// Ended are the statuses of tasks that have ended, as most tasks have. They are listed
	// last, by reading along the rowids: the last phase names them, or where the tasks are
	// Unsorted no phase does. Nil: there are none, or the phases need no such order.
	Ended []string
	// Numbered says that the ID of a task is its rowid.
	Numbered bool
	// Unchecked says that nothing keeps the ID from being NULL or empty, or that of several
	// rows. Such rows are counted.
	Unchecked bool
	// Lasting says that tasks which have Ended hardly ever change: only the newest of
	// them, and those that were seen to end, are compared. Then they are Numbered.
	Lasting bool
	// NoRowids says that the table is declared WITHOUT ROWID; then there are no Marks.
	NoRowids bool
	// Marks are expressions for the values that can change without an entry in the log. A
	// hash of them is remembered for each task. They are read of every task: cut long texts
	// with Ends. Nil: the log names every change; without a log everything is listed again
	// after each commit.
	Marks []string
	// Stamp is an expression whose value is another one after each change of a task, such
	// as the time of the change. It is needed to resume, where there are no Marks. Empty:
	// there is none.
	Stamp string
	// Settled are the statuses of tasks that never change without an entry in the log.
	Settled []string
	// Busy are the statuses of tasks that change often; few tasks have one.
	Busy []string
	// Ways find tasks by other names than their ids, such as the id of a run, the most
	// reliable way first. Each returns the ids of the tasks with the name.
	Ways []func(ctx context.Context, name string) ([]string, error)
	// UndoNote begins the note of each event that an undo writes. Empty: such events repeat
	// the note of the event whose state is restored.
	UndoNote string
	// Facts are parts of the description.
	Facts []source.Fact
	// ReadOnly is the reason why no task of this file can be acted on; empty: none.
	ReadOnly string
}

// Phase is one part of a listing.
type Phase struct {
	Statuses []string // nil: the statuses that no phase names
	Newest   bool     // in descending Order
}

// PhaseOfEach returns a phase for each of the statuses.
func PhaseOfEach(newest bool, statuses ...string) []Phase {
	phases := make([]Phase, len(statuses))
	for i := range statuses {
		phases[i] = Phase{Statuses: statuses[i : i+1], Newest: newest}
	}
	return phases
}
