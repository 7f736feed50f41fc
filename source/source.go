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
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/tail"
	"notdone/source/watch"
)

// Errors that every source returns in the same situation. The returned error
// wraps one of them and prints as one sentence; test with errors.Is.
var (
	// ErrNotFound says that no task of that id exists.
	ErrNotFound = errors.New("no such task")
	// ErrChanged says that the task has changed since the operator saw it.
	ErrChanged = errors.New("changed under you")
	// ErrUnsupported says that the source has no such operation.
	ErrUnsupported = errors.New("not supported by this source")
	// ErrInDoubt says that a commit failed and may or may not have taken place.
	ErrInDoubt = errors.New("it is not known whether it was done")
	// ErrBusy says that the owner kept the queue locked until the timeout. Nothing
	// was written; the same call may succeed later.
	ErrBusy = errors.New("its owner holds it locked or keeps rewriting it")
	// ErrUndetected says that no adapter recognises the path.
	ErrUndetected = errors.New("not a queue or run log that notdone knows")
)

// maxAmbiguous is how many tasks the error for an ambiguous name lists.
const maxAmbiguous = 10

// AmbiguousError is the error for a name that several tasks go by. errors.Is reports it as
// ErrNotFound.
type AmbiguousError struct {
	Name string
	IDs  []string
}

// Error lists the ids, as far as there is room.
func (a *AmbiguousError) Error() string {
	listed := strings.Join(a.IDs[:min(len(a.IDs), maxAmbiguous)], ", ")
	if more := len(a.IDs) - maxAmbiguous; more > 0 {
		listed += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%.80q may be any of %s: name one by its whole id", a.Name, listed)
}

// Is reports whether target is ErrNotFound.
func (a *AmbiguousError) Is(target error) bool { return target == ErrNotFound }

// Adapter is one system that notdone knows.
type Adapter struct {
	Kind string // the name in --as and in the source field
	// Detect reports whether the probed path is of this kind. It writes nothing and
	// opens no database: Probe already holds the tables of a SQLite file.
	Detect func(ctx context.Context, p *Probe) (bool, error)
	// Shares reports whether a folder that Detect has accepted may also hold logs
	// of other kinds, which adapters further down the list then read. Nil: every
	// file in the folder is of this kind.
	Shares func(p *Probe) bool
	// Other is the adapter of the tasks whose Source is not Kind, when one source
	// holds tasks of two kinds; otherwise nil.
	Other *Adapter
	// Whole returns the adapter that reads all of a database that Detect has accepted,
	// where it may hold the queues of several systems. Nil: this one reads all.
	Whole func(p *Probe) *Adapter
	// Open opens the path as this kind. The caller closes the source.
	Open func(ctx context.Context, path string, o Options) (Source, error)
	// Usual returns the default paths of this system's queue in the given
	// environment. They need not exist.
	Usual func(env Env) []string
	// Rules are the rules for this system's tasks only.
	Rules []classify.Rule
	// State maps a recorded status to the state that it stands for.
	State func(recorded string) model.State
	// NamesLogs says that the first of Task.Logs is the log of the newest run, so that a task
	// that is recorded as done is judged with it.
	NamesLogs bool
	// Actions lists all actions of the system for one task; an action that is not
	// allowed carries the reason. Actions does no I/O, so Plan may still refuse an
	// allowed one. The slice is shared and must not be changed. Nil: the system has
	// no actions.
	Actions func(c *model.Case, v *model.Verdict) []model.Action
	// ReadOnly is why nothing can be done to the tasks of a system without actions:
	// "nothing queues a session". Empty: not said.
	ReadOnly string
	// Entries returns a function that reads the lines of a log of the system's own
	// format, from any line on, and passes what they say to o.Entry; nil: the log that
	// begins with head is written otherwise. Nil: the system has no format of its own.
	Entries func(head []byte, rel string, o runlog.Options) func(tail.Line)
}

// Joined returns the adapter of a source whose tasks are of several kinds, each of which Task.Source
// names. It has no Open.
func Joined(several ...Adapter) Adapter {
	var all []Adapter
	for i := range several {
		for a := &several[i]; a != nil; a = a.Other {
			if a.Detect != nil { // else it is joined itself
				all = append(all, *a)
			}
		}
	}
	kinds := make([]string, len(all))
	joined := Adapter{ReadOnly: all[0].ReadOnly}
	for i := len(all) - 1; i >= 0; i-- {
		one := all[i]
		kinds[i], one.Other, joined.Other = one.Kind, joined.Other, &one
		if one.Actions != nil {
			joined.Actions = one.Actions
		}
	}
	joined.Kind = strings.Join(kinds, " + ")
	joined.State = func(recorded string) model.State {
		for i := range all {
			if all[i].State == nil {
				continue
			}
			if s := all[i].State(recorded); s != model.StateUnknown {
				return s
			}
		}
		return model.StateUnknown
	}
	return joined
}

// StateOf returns the state that the recorded status of a case stands for.
func (a *Adapter) StateOf(c *model.Case) model.State {
	if c.Stands != model.StateUnknown || a.State == nil {
		return c.Stands
	}
	return a.State(c.Task.Recorded)
}

// Probe is what was read of a path before an adapter is chosen for it.
type Probe struct {
	Path string
	Info fs.FileInfo
	// Tables maps the tables of a SQLite file to their columns; it is empty for
	// any other file and for folders.
	Tables map[string][]string
	// Head is the beginning of a file that is not a SQLite database.
	Head []byte
}

// Has reports whether the path is a SQLite database with a table of that name and these columns.
func (p *Probe) Has(table string, columns ...string) bool {
	there, ok := p.Tables[table]
	return ok && !slices.ContainsFunc(columns, func(name string) bool { return !slices.Contains(there, name) })
}

// Holds reports whether the path is a folder with an entry of that name.
func (p *Probe) Holds(name string) bool {
	_, err := os.Lstat(filepath.Join(p.Path, name))
	return err == nil
}

// WithoutPath returns the cause of an *fs.PathError, for a message that names the path already, and
// any other error unchanged.
func WithoutPath(err error) error {
	if wrong, ok := errors.AsType[*fs.PathError](err); ok {
		return wrong.Err
	}
	return err
}

// Env is the environment that decides the default paths of queues.
type Env struct {
	Home   string
	Getenv func(string) string // nil: no variable is set
}

// Path returns the path in a variable, in which ~ is the home folder; empty: it is not set.
func (e Env) Path(variable string) string {
	if e.Getenv == nil {
		return ""
	}
	return Expand(strings.TrimSpace(e.Getenv(variable)), e.Home)
}

// Expand returns a path in which a first ~ is the home folder; empty: it is not known, and the
// path stays as it is.
func Expand(path, home string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && home != "" && (rest == "" || rest[0] == '/') {
		return filepath.Join(home, rest)
	}
	return path
}

// Options are the operator's choices; every source gets the same ones.
type Options struct {
	Now func() time.Time // the clock; required
	// Hosts are the names of the host whose pids count as local when a task is judged. The
	// operator may set them; whether an action is allowed never depends on them.
	Hosts []string
	// Alive reports whether the process with the pid, which ran at the given time,
	// is still alive. It serves workers without a recorded pid namespace. AliveIn
	// serves workers with one, given as the text of the link /proc/PID/ns/pid. Nil:
	// the liveness of every process is unknown.
	Alive   func(pid int, since time.Time) model.Liveness
	AliveIn func(namespace string, pid int, since time.Time) model.Liveness
	// Runs is the absolute folder in which notdone's workers on this machine keep the logs of
	// queues that are no files; empty: those logs are not looked for.
	Runs string
	// Poll forces polling instead of file notifications.
	Poll bool
	// Chats lists conversations too, where a source holds them beside tasks.
	Chats bool
	// Since is the age limit of sources that leave out old sessions; zero: the
	// source's own limit.
	Since time.Time
	// Owned reports whether a file of the folder, given by its slash-separated
	// relative path, belongs to another source of the same folder; nil: none does.
	Owned func(rel string) bool
	// Apart are files and folders of logs that have a source of their own, by their
	// absolute paths without links: a folder that holds them leaves them out.
	Apart []string
}

// Liveness reports whether a process of one of the hosts is still alive; see Alive. namespace is
// that of its pid; empty: it is not recorded. What is said of no process, or of one of another
// host, is unknown.
func (o *Options) Liveness(hosts []string, host, namespace string, pid int64, since time.Time) model.Liveness {
	switch {
	case pid <= 0 || pid > math.MaxInt32 || host == "" || !slices.Contains(hosts, host):
	case namespace != "" && o.AliveIn != nil:
		return o.AliveIn(namespace, int(pid), since)
	case namespace == "" && o.Alive != nil:
		return o.Alive(int(pid), since)
	}
	return model.LivenessUnknown
}

// Here returns the name of this machine, whose processes an action may find to be gone; empty:
// it is unknown, so that no process is certain to be here.
func Here() string {
	name, _ := os.Hostname() // empty on an error
	return name
}

// Owner is a source that knows which files of its folder belong to its tasks.
type Owner interface {
	// Owns reports whether the file with the slash-separated relative path belongs
	// to one of the tasks. It does no I/O: it knows the files that the last call of
	// another method has found.
	Owns(rel string) bool
}

// Description describes an open source for doctor and for the header.
type Description struct {
	Kind   string
	Path   string
	Facts  []Fact   // in display order
	Groups []string // the boards, sessions or projects inside
}

// Fact is one line of a description, such as {"journal mode", "wal, live"}.
type Fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Cursor is a position in the list of a source's tasks, in the source's own
// format. The empty Cursor is the beginning. A cursor is valid only for the open
// source that returned it.
type Cursor string

// Query requests one page of tasks.
type Query struct {
	After Cursor
	Limit int // the largest number of cases; at least 1
	// Only tells by the title, the body and the wish of a task whether the caller uses its
	// case. Of others the source may leave out runs, events and links. Nil: all are used.
	Only func(*model.Case) bool
}

// Page is one page of the list of tasks.
type Page struct {
	Cases []model.Case
	Next  Cursor // the beginning of the next page; empty on the last page
}

// Delta is the set of tasks that changed since the last Refresh.
type Delta struct {
	Cases   []model.Case // the new and changed tasks, complete
	Removed []string     // the ids of tasks that no longer exist
	// Reset says that changes cannot be told apart any more: the caller must list
	// all tasks again.
	Reset bool
	// More says that further changes are pending: the caller must call Refresh
	// again at once, with the signals that arrived meanwhile.
	More bool
}

// History is the full text of one task, for its detail view.
type History struct {
	Case     model.Case // body and result are complete up to 1 MiB each
	Comments []model.Event
}

// Source is one open queue. Only one goroutine at a time may call its methods.
// The exception is Close, which may be called at any time and ends other calls.
type Source interface {
	// Describe describes the source. It does no I/O that can block.
	Describe() Description
	// List returns a page of tasks in order of importance: running, blocked,
	// waiting, then finished ones with the newest first. A file without an index
	// for that order is listed in the order of arrival. Refresh reports a task that
	// changes during a listing, so no change is lost.
	List(ctx context.Context, q Query) (Page, error)
	// Get reads the tasks with the ids again, each once, in any order. Unknown ids
	// are left out.
	Get(ctx context.Context, ids []string) ([]model.Case, error)
	// Resolve returns the id of the task that an operator or a log names. A name is
	// the task's id, its bare id if that is unambiguous, the id of one of its runs
	// or sessions, or the absolute path of a folder or log of this task alone. The
	// error wraps ErrNotFound when no task has the name.
	Resolve(ctx context.Context, name string) (string, error)
	// Refresh returns the tasks that changed since the last Refresh, or since Open.
	// The signal names the changed paths among Targets, so that only they need be
	// read; a source may read more. The zero signal stands for all paths. The first
	// call and the call after a failed one must pass it.
	Refresh(ctx context.Context, changed watch.Signal) (Delta, error)
	// Targets returns the paths to watch: a change of one of them calls for Refresh.
	Targets() []watch.Target
	// History reads the full text of one task.
	History(ctx context.Context, id string) (History, error)
	// Close releases all files. A second call does nothing.
	Close() error
}

// Partial is a source that keeps working when a part of it cannot be read, such
// as one queue of a folder of queues.
type Partial interface {
	// Trouble returns an error about the parts that could not be read, or only in
	// an older version, when the last call of another method ended; nil when there
	// are none. It does no I/O.
	Trouble() error
}

// Counter is a source that can count its tasks without reading them.
type Counter interface {
	// CountStatuses returns the number of tasks of each recorded status that a listing would
	// return now; nil if only a listing can tell.
	CountStatuses(ctx context.Context) (map[string]int, error)
}

// Notifier is a source whose changes cannot be seen in files, such as a database server.
type Notifier interface {
	// Changes returns a channel that receives when something may have changed, so that
	// Refresh is called for. It is never closed.
	Changes() <-chan struct{}
}

// Resumer is a source that can report the changes since an earlier process, or an earlier
// Open of the same queue, stopped following it.
type Resumer interface {
	// Position returns a position in the queue's changes for a later Resume: all changes
	// before it were returned by calls of this source. It is nil while there is no such
	// position: before a whole listing, or while found changes wait to be returned.
	Position(ctx context.Context) ([]byte, error)
	// Resume makes Refresh report the changes since the position. It must be the first call
	// after Open. It returns false when the position is of another queue or the changes
	// since then are not certain; then the source is as Open left it.
	Resume(ctx context.Context, position []byte) (bool, error)
	// Sample returns the ids of at most n tasks, picked at random.
	Sample(ctx context.Context, n int) ([]string, error)
}

// Titler is a source that finds tasks by their titles faster than it lists them.
type Titler interface {
	// Titled returns the ids of some tasks whose title has a text, such as the newest. A
	// search begins with an empty cursor and ends where next is one. It may leave out tasks,
	// because of the case of letters or changes meanwhile: a listing finds all.
	Titled(ctx context.Context, text string, after Cursor) (ids []string, next Cursor, err error)
}

// Selective is a source that shows only some of the files in its folder, or of the tables in
// its database.
type Selective interface {
	// LeftOut says in one line what is not shown, such as how many files, and why; empty when
	// all are shown. It does no I/O: it counts the files that calls of other
	// methods have read.
	LeftOut() string
}

// Auditor is a source with things that it does not show and that listings may not count.
type Auditor interface {
	Selective
	// Audit counts all that is not shown, which may take as long as reading everything. LeftOut
	// then tells of it.
	Audit(ctx context.Context) error
}
