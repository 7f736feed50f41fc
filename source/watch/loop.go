package watch

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// loop is the state of a Watcher; one goroutine owns all of it.
type loop struct {
	options      Options
	out          *mailbox
	notify       *fsnotify.Watcher // nil: everything is polled
	noNotify     string            // the reason why notify is nil
	notifyErrors int               // errors of notify other than overflows
	retryIn      int               // the checks until notify is tried again; it doubles each time
	retryPause   int               // what retryIn was last; 0: it is never tried again

	targets      []*target
	dirs         map[string]*dir
	numWatched   int  // dirs with a watch, including gated ones
	limitReached bool // the system's limit of watches is reached
	numEntries   int  // the stored entries of all polled folders
	incomplete   bool // some folders or entries exceed a limit and are not watched
	howChanged   bool // the text of How is out of date

	pending    pendingChanges
	gatedDirs  []*dir               // dirs whose watch is removed until the window closes
	eventFiles map[*target]struct{} // targets in d.files with an event
	reattach   map[*target]struct{} // targets to attach again before the next signal

	windowOpen bool
	stream     stream
	window     *time.Timer   // closes the window
	slow       *time.Timer   // the next checkAll
	slowPause  time.Duration // between two of them
	real       realPaths     // of the check under way
	files      *time.Timer   // the next pollFiles
	trees      *time.Timer   // the next pollTrees
	lastWalk   time.Duration

	pollsFile, pollsTree bool // whether files and trees run
}

func newLoop(o Options, out *mailbox) *loop {
	l := &loop{
		options: o, out: out,
		dirs:       map[string]*dir{},
		eventFiles: map[*target]struct{}{},
		reattach:   map[*target]struct{}{},
		window:     idleTimer(), files: idleTimer(), trees: idleTimer(),
		slow: time.NewTimer(o.Poll), slowPause: o.Poll, real: realPaths{},
	}
	switch {
	case o.ForcePoll:
		l.noNotify = "asked for"
	case runtime.GOOS != "linux":
		// To watch a folder kqueue opens every file in it. Closing a descriptor of a
		// database makes the kernel drop all POSIX locks that this process has on the file,
		// so a reader in this process would lose SQLite's lock.
		l.noNotify = "notifications here open files"
	default:
		l.startNotify()
	}
	return l
}

// maxRetryPause is the greatest number of checks between two attempts to get
// notifications, which the system refuses when all users' watchers have reached a limit.
const maxRetryPause = 64

// startNotify asks the system for notifications. If there are none, everything is polled
// and a later check asks again.
func (l *loop) startNotify() {
	// The channel of events is unbuffered on purpose: while no event is received, they
	// stay in the kernel, which merges equal consecutive ones.
	n, err := l.options.newNotify()
	if err != nil {
		l.deferNotify(err)
		return
	}
	l.notify, l.noNotify, l.notifyErrors = n, "", 0
}

// deferNotify says why there are no notifications now, and when to ask again.
func (l *loop) deferNotify(err error) {
	l.notify, l.noNotify = nil, errorText(err)
	l.retryPause = min(max(2*l.retryPause, 1), maxRetryPause)
	l.retryIn = l.retryPause
}

// retryNotify asks for notifications again when it is time. Folders are then watched
// instead of polled.
func (l *loop) retryNotify() {
	if l.notify != nil || l.retryPause == 0 {
		return
	}
	if l.retryIn--; l.retryIn > 0 {
		return
	}
	if l.startNotify(); l.notify == nil {
		return
	}
	l.dropAll()
}

// dropAll drops all folders and has the targets attached again.
func (l *loop) dropAll() {
	for _, d := range l.dirs {
		l.dropDir(d)
	}
	l.reattachAll()
	l.openWindow()
}

func idleTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// run is the Watcher's goroutine.
func (w *Watcher) run(l *loop) {
	defer close(w.done)
	defer close(w.box.signals)
	defer l.stop()
	for {
		events, errs := l.channels()
		select {
		case <-w.quit:
			return
		case do := <-w.requests:
			do(l)
		case ev, ok := <-events:
			if !ok {
				l.stopNotify(errors.New("notifications ended"))
				break
			}
			l.handleEvent(ev, false)
		case err, ok := <-errs:
			if ok {
				l.handleError(err)
			}
		case <-l.window.C:
			l.closeWindow()
		case <-l.slow.C:
			l.checkAll()
			l.slow.Reset(l.slowPause)
		case <-l.files.C:
			l.pollFiles()
			l.files.Reset(l.options.fileInterval())
		case <-l.trees.C:
			l.pollTrees()
			l.trees.Reset(max(l.options.treeInterval(), 50*l.lastWalk))
		}
		l.flush()
		w.updateHow(l)
	}
}

// channels returns the channels of notifications to receive from. While a window is
// open no events are received: they collect in the kernel, which merges equal ones.
func (l *loop) channels() (<-chan fsnotify.Event, <-chan error) {
	switch {
	case l.notify == nil:
		return nil, nil
	case l.windowOpen:
		return nil, l.notify.Errors
	}
	return l.notify.Events, l.notify.Errors
}

func (l *loop) stop() {
	for _, t := range []*time.Timer{l.window, l.slow, l.files, l.trees} {
		t.Stop()
	}
	if l.notify != nil {
		_ = l.notify.Close() // closes a descriptor; nothing could be done about it
	}
}

// set replaces the targets. It keeps targets that are in both sets and ignores
// duplicates.
func (l *loop) set(targets []Target) {
	l.incomplete = false
	keep := map[Target]*target{}
	for _, t := range l.targets {
		keep[t.Target] = t
	}
	l.targets = nil
	named := map[Target]bool{}
	for _, want := range targets {
		if named[want] {
			continue
		}
		named[want] = true
		t := keep[want]
		delete(keep, want)
		if t == nil {
			t = newTarget(want)
			l.attach(t)
		}
		l.targets = append(l.targets, t)
	}
	for _, t := range keep {
		l.detach(t)
		delete(l.reattach, t)
		delete(l.eventFiles, t)
	}
}

// maxNotifyErrors is the number of errors after which notifications are given up.
const maxNotifyErrors = 100

// handleError handles an error of the notifications. After an overflow events are
// missing, perhaps those of new folders, so all targets are attached again.
func (l *loop) handleError(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		if l.notifyErrors++; l.notifyErrors > maxNotifyErrors {
			l.stopNotify(err)
			return
		}
	}
	l.reattachAll()
	l.openWindow()
}

// stopNotify ends the notifications; everything is polled until they can be had again.
func (l *loop) stopNotify(err error) {
	l.dropAll()
	_ = l.notify.Close() // it is broken already
	l.deferNotify(err)
}

func (l *loop) reattachAll() {
	for _, t := range l.targets {
		l.reattach[t] = struct{}{}
	}
}

// handleEvent passes an event to the targets that it concerns and opens a window, also
// where it concerns none, as in /tmp: further ones then collect in the kernel.
// draining says that the window is about to close, so the folder is not gated again.
func (l *loop) handleEvent(ev fsnotify.Event, draining bool) {
	l.openWindow()
	path := filepath.Clean(ev.Name)
	if d := l.dirs[path]; d != nil && (ev.Has(fsnotify.Remove) || ev.Has(fsnotify.Rename)) {
		l.forgetDir(path)
	}
	d := l.dirs[filepath.Dir(path)]
	if d == nil || d.gateClosed || path == d.path {
		return // the folder is dropped, or gated and will be checked when the window closes
	}
	if l.matchEvent(d, path, ev) {
		d.missedEvents = 0
		if d.gateable() && !draining && l.stream.steady() {
			l.gate(d)
		}
	}
}

// matchEvent records the event for the targets that it concerns, and reports whether
// it concerns any.
func (l *loop) matchEvent(d *dir, path string, ev fsnotify.Event) bool {
	yes := len(d.trees) > 0
	for _, t := range d.files {
		if slices.Contains(t.paths, path) {
			l.eventFiles[t] = struct{}{}
			yes = true
		}
	}
	if len(d.trees) > 0 {
		d.sawEvent = d.sawEvent || !ev.Has(fsnotify.Write)
		l.reportEntry(d, filepath.Base(path), ev.Has(fsnotify.Create) && lstat(path).isDir())
	}
	return yes
}
