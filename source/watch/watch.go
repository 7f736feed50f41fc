package watch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/fsnotify/fsnotify"
)

// ErrClosed is returned by Set after Close.
var ErrClosed = errors.New("watcher is closed")

// Target is a file or folder to watch. It need not exist yet.
type Target struct {
	// Path is a file or a folder. Symbolic links in Path are followed, because SQLite
	// keeps its side files beside the destination of a link. Links inside a folder
	// are not followed.
	Path string
	// Recursive includes the subfolders of a folder, but not symlinked ones.
	Recursive bool
	// Database says that Path is a SQLite file. Its -wal, -shm and -journal then
	// belong to the target.
	Database bool
}

// Options are the settings of a Watcher. A zero field has the default that is given
// here.
type Options struct {
	// Window is how long changes are collected before a signal: 50 ms. Where changes do not
	// cease it is three times as long.
	Window time.Duration
	// Poll is the pause between two safety checks of targets that are watched by
	// notification: 2 s. Checks take at most a five-hundredth of the time; the pause
	// grows up to a minute if necessary.
	Poll time.Duration
	// PollFast is the pause between two checks of targets that are polled: 50 ms for
	// files and 1 s for folders. Polling folders takes at most a fiftieth of the time;
	// the pause grows if necessary.
	PollFast time.Duration
	// ForcePoll disables notifications.
	ForcePoll bool
	// MaxWatches is the largest number of folders that are watched by notification:
	// 16384, a kB of the kernel's memory each. The others are polled.
	MaxWatches int

	newNotify func() (*fsnotify.Watcher, error) // what the tests have instead of the system
}

func (o Options) withDefaults() Options {
	o.Window = cmp.Or(o.Window, 50*time.Millisecond)
	o.Poll = cmp.Or(o.Poll, 2*time.Second)
	o.MaxWatches = cmp.Or(o.MaxWatches, 16384)
	if o.newNotify == nil {
		o.newNotify = fsnotify.NewWatcher
	}
	return o
}

func (o Options) fileInterval() time.Duration { return cmp.Or(o.PollFast, 50*time.Millisecond) }
func (o Options) treeInterval() time.Duration { return cmp.Or(o.PollFast, time.Second) }

// Watcher signals changes of a set of targets. Its methods may be called from
// any goroutine. The caller closes it.
type Watcher struct {
	box      *mailbox
	requests chan func(*loop)
	quit     chan struct{}
	done     chan struct{}
	once     sync.Once
	how      atomic.Pointer[string]
}

// New starts a Watcher. Every change after New has returned is signalled. A missing
// or unreadable target is not an error; New fails only for a target without a path.
func New(targets []Target, o Options) (*Watcher, error) {
	if err := checkTargets(targets); err != nil {
		return nil, err
	}
	w := &Watcher{
		box:      newOutbox(),
		requests: make(chan func(*loop)),
		quit:     make(chan struct{}),
		done:     make(chan struct{}),
	}
	go w.run(newLoop(o.withDefaults(), w.box))
	if err := w.Set(targets); err != nil {
		return nil, err
	}
	return w, nil
}

// C returns the channel of signals. At most one signal waits in it; later ones are
// merged into that one, so a slow receiver loses no change. Close closes the channel.
func (w *Watcher) C() <-chan Signal { return w.box.signals }

// Set replaces the targets. Targets that are in both sets are watched without a gap.
func (w *Watcher) Set(targets []Target) error {
	if err := checkTargets(targets); err != nil {
		return err
	}
	targets = slices.Clone(targets)
	set := make(chan struct{})
	do := func(l *loop) {
		l.set(targets)
		w.updateHow(l)
		close(set)
	}
	select {
	case w.requests <- do:
	case <-w.done:
		return ErrClosed
	}
	select {
	case <-set:
		return nil
	case <-w.done:
		return ErrClosed
	}
}

// How describes for display how changes are detected now, such as "inotify on /q, 50
// ms window, stat every 2 s".
func (w *Watcher) How() string {
	if s := w.how.Load(); s != nil {
		return *s
	}
	return "watching nothing"
}

// closeTimeout is how long Close waits for a hanging file system call.
const closeTimeout = 2 * time.Second

// Close stops the Watcher and closes its channel. It may be called again. The error
// says that a file system call hangs, so that the goroutine is still running.
func (w *Watcher) Close() error {
	w.once.Do(func() { close(w.quit) })
	t := time.NewTimer(closeTimeout)
	defer t.Stop()
	select {
	case <-w.done:
		return nil
	case <-t.C:
		return fmt.Errorf("watcher: a file system has not answered for %v", closeTimeout)
	}
}

func checkTargets(targets []Target) error {
	for _, t := range targets {
		if t.Path == "" {
			return errors.New("watch: a target has no path")
		}
	}
	return nil
}
