// Package source holds the contracts between notdone and the systems it
// watches: how a queue is detected, opened, listed, re-read, watched and, for
// those that allow it, acted on.
//
// Each system is one package below it that implements them. Nothing here knows
// a system, a terminal or a verdict.
package source

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/watch"
)

// Errors that every source returns for the same situation. They are wrapped
// with one clear sentence; test with errors.Is.
var (
	// ErrNotFound says that no task of that id exists.
	ErrNotFound = errors.New("no such task")
	// ErrChanged says that the task is no longer what the operator saw.
	ErrChanged = errors.New("changed under you")
	// ErrUnsupported says that the source cannot do this at all.
	ErrUnsupported = errors.New("not supported by this source")
	// ErrInDoubt says that an action may or may not have been done.
	ErrInDoubt = errors.New("it is not known whether it was done")
	// ErrBusy says that the owner held the queue locked for as long as was waited;
	// nothing was written, and the same call may succeed a moment later.
	ErrBusy = errors.New("its owner holds it locked or keeps rewriting it")
	// ErrUndetected says that nothing knows the given path.
	ErrUndetected = errors.New("not a queue or run log that notdone knows")
)

// Adapter is one system that notdone knows.
type Adapter struct {
	Kind string // the name in --as and in the source field
	// Detect says whether the probed path is of this kind. It must not open a
	// database but through the probe, and must not write.
	Detect func(ctx context.Context, p *Probe) (bool, error)
	// Shares says whether a folder that Detect has claimed may hold logs of other
	// kinds beside its own; adapters further down the list then read those. Nil:
	// the folder is its own.
	Shares func(p *Probe) bool
	// Other is the adapter of the tasks whose Source is not Kind, where one source
	// holds tasks of two kinds; nil where it does not.
	Other *Adapter
	// Open opens the path as this kind. The caller closes the source.
	Open func(ctx context.Context, path string, o Options) (Source, error)
	// Usual lists paths at which this system usually keeps its queue, given the
	// environment; existing or not.
	Usual func(env Env) []string
	// Rules are the rules that hold for this system alone.
	Rules []classify.Rule
	// State maps a recorded status to the state that it stands for.
	State func(recorded string) model.State
	// Actions says what an operator can do with a task, all that the system has,
	// those that are not allowed with the reason. It does no I/O: a plan may still
	// refuse. The slice is shared and must not be changed. Nil: there is none.
	Actions func(c *model.Case, v *model.Verdict) []model.Action
}

// Probe is a path being detected.
type Probe struct {
	Path string
	Info fs.FileInfo
	// Tables names the tables of a SQLite file and their columns; it is empty
	// for any other file and for folders.
	Tables map[string][]string
	// Head is the beginning of a file that is not a SQLite database.
	Head []byte
}

// Holds reports whether the probed path is a folder with an entry of that name.
func (p *Probe) Holds(name string) bool {
	_, err := os.Lstat(filepath.Join(p.Path, name))
	return err == nil
}

// Env is what of the environment decides usual places.
type Env struct {
	Home   string
	Getenv func(string) string
}

// Options are what the operator chose, for every source.
type Options struct {
	Now func() time.Time // the clock; required
	// Host is the host whose pids count as local when a task is judged, which the
	// operator may say. What is done to a task never depends on it.
	Host string
	// Alive says whether the process of that pid, known to have worked at the given
	// time, is alive, where no pid namespace was recorded with it; AliveIn where one
	// was, as the text of the link /proc/PID/ns/pid. Nil: no process is seen.
	Alive   func(pid int, since time.Time) model.Liveness
	AliveIn func(namespace string, pid int, since time.Time) model.Liveness
	// Poll forces polling instead of file notifications.
	Poll bool
	// Since is how far back an agent's own folder of sessions is read, for sources
	// that leave out what is old; zero: as far as each does by itself.
	Since time.Time
	// Owned says which files of the folder, by their slash-separated path in it,
	// belong to another source that reads the same folder; nil: none.
	Owned func(rel string) bool
}

// Owner is a source that knows which files of its folder tell about its tasks.
type Owner interface {
	// Owns reports whether the file, by its slash-separated path in the folder, is
	// one of them. It does no I/O and answers for what the last call of another
	// method has seen.
	Owns(rel string) bool
}

// Description says what was detected, for doctor and for the header.
type Description struct {
	Kind   string
	Path   string
	Facts  []Fact   // in the order in which they are to be shown
	Groups []string // the boards, sessions or projects inside
}

// Fact is one line of a description, such as {"journal mode", "wal, live"}.
type Fact struct{ Name, Value string }

// Cursor is a source's own position in a listing. The empty Cursor is the
// beginning; it holds only for the open source that gave it.
type Cursor string

// Query asks for one page of tasks.
type Query struct {
	After Cursor
	Limit int // at most this many cases; at least 1
}

// Page is one window of a listing.
type Page struct {
	Cases []model.Case
	Next  Cursor // where the next page begins; empty when this is the last
}

// Delta is what is new since the last Refresh.
type Delta struct {
	Cases   []model.Case // whole, read again
	Removed []string     // ids of tasks that are gone
	// Reset says that what was known cannot be moved on: list everything again.
	Reset bool
	// More says that this was not all; call Refresh again at once, with what
	// changed meanwhile.
	More bool
}

// History is what the detail of one task shows beside its case.
type History struct {
	Case     model.Case // with whole body and result, bounded at 1 MiB each
	Comments []model.Event
}

// Source is one open queue. Its methods may be called from one goroutine at a
// time, except Close, which may be called at any time and ends them.
type Source interface {
	// Describe says what is open; it does no I/O that can block.
	Describe() Description
	// List returns a page of tasks, those that matter first: running, blocked,
	// waiting, then finished ones from the newest on; a file that has no index for
	// that is listed in the order of arrival. A task that changes while it is being
	// listed is reported by Refresh, never lost.
	List(ctx context.Context, q Query) (Page, error)
	// Get reads the named tasks again, each once, in any order. Ids that do not
	// exist are left out.
	Get(ctx context.Context, ids []string) ([]model.Case, error)
	// Resolve finds the id of a task by what an operator or a log calls it: its
	// id, an unambiguous bare id, the id of one of its runs or sessions, or the
	// absolute path of a folder or log that is its alone. Without any it returns
	// ErrNotFound.
	Resolve(ctx context.Context, name string) (string, error)
	// Refresh returns what changed since the last Refresh, or since Open. The
	// signal says where something changed, in the paths of Targets; the zero signal
	// has it look everywhere, as the first call must and the one after a call that
	// failed. A source may always look further than it was told.
	Refresh(ctx context.Context, changed watch.Signal) (Delta, error)
	// Targets are the paths whose change makes a Refresh worth while.
	Targets() []watch.Target
	// History reads everything that the detail of one task shows.
	History(ctx context.Context, id string) (History, error)
	// Close releases what is open. A second call does nothing.
	Close() error
}

// Partial is a source that goes on when a part of it cannot be read, as a
// folder of several queues does.
type Partial interface {
	// Trouble says what cannot be read just now, or only as it was a while ago; nil
	// when all can. It does no I/O
	// and tells what was true when the last call of another method ended.
	Trouble() error
}

// Selective is a source that shows only a part of what lies in its folder.
type Selective interface {
	// LeftOut counts in one line what was found and is not shown, and why; empty
	// when everything is. It does no I/O and tells files apart as far as the calls
	// of other methods have read them.
	LeftOut() string
}
