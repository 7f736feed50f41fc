package watch

import (
	"errors"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// loop is the state of a Watcher; one goroutine owns all of it.
type loop struct {
	o        Options
	out      *outbox
	n        *fsnotify.Watcher // nil: everything is polled
	noNotify string            // why n is nil
	faults   int               // errors of n that are no overflow

	targets []*target
	dirs    map[string]*dir
	watched int  // dirs with a watch, those gated off included
	full    bool // the system gives no more watches
	entries int  // names remembered over all polled folders
	cut     bool // a limit left something out
	shape   bool // what is watched and how has changed

	pend  pending
	off   []*dir               // gated off until the window closes
	hit   map[*target]struct{} // files of which an event told
	redo  map[*target]struct{} // to be looked for anew before the next signal
	stale map[*dir]struct{}    // folders whose time moved on with an event
	noise int                  // events in a row that concern nobody

	opened   bool // a window is open
	window   *time.Timer
	slow     *time.Timer
	files    *time.Timer
	trees    *time.Timer
	lastWalk time.Duration

	pollsFile, pollsTree bool // which of the two timers runs
}

func newLoop(o Options, out *outbox) *loop {
	l := &loop{
		o: o, out: out,
		dirs:   map[string]*dir{},
		hit:    map[*target]struct{}{},
		redo:   map[*target]struct{}{},
		stale:  map[*dir]struct{}{},
		window: idleTimer(), files: idleTimer(), trees: idleTimer(),
		slow: time.NewTimer(o.Poll),
	}
	if o.ForcePoll {
		l.noNotify = "asked for"
		return l
	}
	n, err := startNotify()
	if err != nil {
		l.noNotify = reason(err)
		return l
	}
	l.n = n
	return l
}

func idleTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}

// run is the Watcher's goroutine.
func (w *Watcher) run(l *loop) {
	defer close(w.done)
	defer close(w.out.c)
	defer l.stop()
	for {
		events, errs := l.channels()
		select {
		case <-w.quit:
			return
		case r := <-w.reqs:
			l.set(r.targets)
			w.publish(l)
			close(r.reply)
		case ev, ok := <-events:
			if !ok {
				l.mute(errors.New("notifications ended"))
				break
			}
			l.event(ev, false)
		case err, ok := <-errs:
			if ok {
				l.fault(err)
			}
		case <-l.window.C:
			l.closeWindow()
		case <-l.slow.C:
			l.safety()
			l.slow.Reset(l.o.Poll)
			l.noise = 0
		case <-l.files.C:
			l.pollFiles()
			l.files.Reset(l.o.fileEvery())
		case <-l.trees.C:
			l.pollTrees()
			l.trees.Reset(max(l.o.treeEvery(), 50*l.lastWalk))
		}
		l.flush()
		w.publish(l)
	}
}

// channels are the notifications to wait for. While a window is open none are
// taken: they gather in the kernel, which folds equal ones.
func (l *loop) channels() (<-chan fsnotify.Event, <-chan error) {
	switch {
	case l.n == nil:
		return nil, nil
	case l.opened:
		return nil, l.n.Errors
	}
	return l.n.Events, l.n.Errors
}

func (l *loop) stop() {
	for _, t := range []*time.Timer{l.window, l.slow, l.files, l.trees} {
		t.Stop()
	}
	if l.n != nil {
		_ = l.n.Close() // closes a descriptor; nothing could be done about it
	}
}

// set replaces the targets and leaves alone those that stay. One that is named
// twice is one.
func (l *loop) set(targets []Target) {
	l.cut = false
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
		delete(l.redo, t)
		delete(l.hit, t)
	}
}

// faultLimit ends notifications that do nothing but fail.
const faultLimit = 100

// fault handles an error of the notifications. Events are missing after an
// overflow, those of new folders among them, so everything is looked for anew.
func (l *loop) fault(err error) {
	if !errors.Is(err, fsnotify.ErrEventOverflow) {
		if l.faults++; l.faults > faultLimit {
			l.mute(err)
			return
		}
	}
	l.redoAll()
	l.openWindow()
}

// mute gives the notifications up.
func (l *loop) mute(err error) {
	for _, d := range l.dirs {
		l.drop(d)
	}
	_ = l.n.Close() // it is broken already
	l.n, l.noNotify = nil, reason(err)
	l.redoAll()
	l.openWindow()
}

func (l *loop) redoAll() {
	for _, t := range l.targets {
		l.redo[t] = struct{}{}
	}
}

// event sorts a notification to those whom it concerns.
func (l *loop) event(ev fsnotify.Event, draining bool) {
	path := filepath.Clean(ev.Name)
	if d := l.dirs[path]; d != nil && (ev.Has(fsnotify.Remove) || ev.Has(fsnotify.Rename)) {
		l.gone(path)
		l.openWindow()
	}
	name := filepath.Base(path)
	d := l.dirs[filepath.Dir(path)]
	if d == nil || d.off || path == d.path {
		return // after its folder, or within a window that ends in a look anyway
	}
	if !l.concerns(d, name, ev) {
		l.hush()
		return
	}
	d.missed, l.noise = 0, 0
	if d.gated() && !draining {
		l.gate(d)
	}
	l.openWindow()
}

// concerns notes what an event in a folder means and says whether anything.
func (l *loop) concerns(d *dir, name string, ev fsnotify.Event) bool {
	yes := len(d.trees) > 0
	for _, t := range d.files {
		if t.covers(name) {
			l.hit[t] = struct{}{}
			yes = true
		}
	}
	for _, t := range d.waits {
		if t.next == name && l.seek(t) {
			yes = true
		}
	}
	if len(d.trees) > 0 {
		if !ev.Has(fsnotify.Write) {
			l.stale[d] = struct{}{}
		}
		created := ev.Has(fsnotify.Create) && lstat(filepath.Join(d.path, name)).isDir()
		l.differs(d, name, created)
	}
	return yes
}
