package watch

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// ErrClosed is returned by Set after Close.
var ErrClosed = errors.New("watcher is closed")

// Target is one thing to watch. It need not exist yet.
type Target struct {
	// Path is a file or a folder. A symbolic link is followed here, and only
	// here: SQLite keeps its side files beside the file a link leads to.
	Path string
	// Recursive includes the subfolders of a folder; symlinked ones are never
	// entered.
	Recursive bool
	// Database says that Path is a SQLite file, so that its -wal, -shm and
	// -journal siblings count as part of it.
	Database bool
}

// Options are the knobs of a Watcher. The zero value of each takes its default.
type Options struct {
	// Window is how long changes are gathered before they are signalled: 50 ms.
	Window time.Duration
	// Poll is the pause between two safety looks at what is being watched by
	// notification: 2 s.
	Poll time.Duration
	// PollFast is the pause between two looks at what cannot be watched by
	// notification: 50 ms for files, 1 s for folders, longer where looking at
	// the folders takes more than a fiftieth of it.
	PollFast time.Duration
	// ForcePoll never uses notifications.
	ForcePoll bool
	// MaxWatches bounds the folders that are watched by notification: 4096.
	// The others are polled.
	MaxWatches int
}

func (o Options) withDefaults() Options {
	if o.Window <= 0 {
		o.Window = 50 * time.Millisecond
	}
	if o.Poll <= 0 {
		o.Poll = 2 * time.Second
	}
	if o.MaxWatches <= 0 {
		o.MaxWatches = 4096
	}
	return o
}

func (o Options) fileEvery() time.Duration {
	if o.PollFast > 0 {
		return o.PollFast
	}
	return 50 * time.Millisecond
}

func (o Options) treeEvery() time.Duration {
	if o.PollFast > 0 {
		return o.PollFast
	}
	return time.Second
}

// Watcher signals changes of a set of targets. Its methods may be called from
// any goroutine. The caller closes it.
type Watcher struct {
	out  *outbox
	reqs chan request
	quit chan struct{}
	done chan struct{}
	once sync.Once
	how  atomic.Pointer[string]
}

type request struct {
	targets []Target
	reply   chan struct{}
}

// New starts watching and returns when every change from then on is certain to
// be signalled. A target that is missing or unreadable is no error, it is
// waited for; the error is for a target without a path.
func New(targets []Target, o Options) (*Watcher, error) {
	if err := check(targets); err != nil {
		return nil, err
	}
	w := &Watcher{
		out:  newOutbox(),
		reqs: make(chan request),
		quit: make(chan struct{}),
		done: make(chan struct{}),
	}
	go w.run(newLoop(o.withDefaults(), w.out))
	if err := w.Set(targets); err != nil {
		return nil, err
	}
	return w, nil
}

// C delivers the signals. One signal at most is waiting; later ones are merged
// into it, so a slow reader loses none. It is closed by Close.
func (w *Watcher) C() <-chan Signal { return w.out.c }

// Set replaces the targets. Those that stay are watched without a gap.
func (w *Watcher) Set(targets []Target) error {
	if err := check(targets); err != nil {
		return err
	}
	r := request{targets: append([]Target(nil), targets...), reply: make(chan struct{})}
	select {
	case w.reqs <- r:
	case <-w.done:
		return ErrClosed
	}
	select {
	case <-r.reply:
		return nil
	case <-w.done:
		return ErrClosed
	}
}

// How says in words for a person by what means changes are noticed now, such as
// "inotify on /q, 50 ms window, stat every 2 s".
func (w *Watcher) How() string {
	if s := w.how.Load(); s != nil {
		return *s
	}
	return "watching nothing"
}

// closePatience is how long Close waits for a file system that hangs.
const closePatience = 2 * time.Second

// Close stops the watcher and closes its channel. It may be called again. The
// error says that a file system does not answer and holds the goroutine up.
func (w *Watcher) Close() error {
	w.once.Do(func() { close(w.quit) })
	t := time.NewTimer(closePatience)
	defer t.Stop()
	select {
	case <-w.done:
		return nil
	case <-t.C:
		return fmt.Errorf("watcher: a file system has not answered for %v", closePatience)
	}
}

func check(targets []Target) error {
	for _, t := range targets {
		if t.Path == "" {
			return errors.New("watch: a target has no path")
		}
	}
	return nil
}
