package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// still is a loop without its goroutine, so that a test decides what happens.
func still(t *testing.T, o Options, targets ...Target) *loop {
	t.Helper()
	l := newLoop(o.withDefaults(), newOutbox())
	t.Cleanup(l.stop)
	if l.notify == nil && !o.ForcePoll {
		t.Skip("no notifications here: ", l.noNotify)
	}
	l.set(targets)
	return l
}

// told is the waiting signal.
func told(l *loop) (Signal, bool) {
	select {
	case s := <-l.out.signals:
		return s, true
	default:
		return Signal{}, false
	}
}

func TestOverflow(t *testing.T) {
	top := t.TempDir()
	put(t, filepath.Join(top, "a.log"), "x")
	l := still(t, Options{}, Target{Path: top, Recursive: true})
	// A folder whose creation was among the lost events is watched afterwards.
	put(t, filepath.Join(top, "lost/a.log"), "x")
	l.handleError(fsnotify.ErrEventOverflow)
	l.closeWindow()
	l.flush()
	if s, ok := told(l); !ok || s.Paths != nil {
		t.Errorf("signal %+v, %v, want a rescan", s, ok)
	}
	if l.dirs[filepath.Join(top, "lost")] == nil {
		t.Error("the lost folder is not watched")
	}
}

// steadily makes the loop one whose changes do not cease.
func steadily(l *loop) { l.stream = stream{closed: time.Now().Add(time.Hour), inARow: steadyAfter} }

// TestGate: the watch is away while the window is open where changes do not cease, and stays
// where they come now and then. Either way there is one signal when the window has closed.
func TestGate(t *testing.T) {
	for _, tt := range []struct {
		name    string
		arrange func(*loop)
		watches int
	}{
		{"a commit now and then", func(*loop) {}, 1},
		{"a steady stream", steadily, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "q.db")
			put(t, path, "x")
			l := still(t, Options{}, Target{Path: path, Database: true})
			tt.arrange(l)
			l.handleEvent(fsnotify.Event{Name: path + "-wal", Op: fsnotify.Write}, false)
			if n := len(l.notify.WatchList()); n != tt.watches {
				t.Errorf("%d watches while the window is open, want %d", n, tt.watches)
			}
			if l.flush(); len(l.out.signals) != 0 {
				t.Error("a signal before the window closed")
			}
			l.closeWindow()
			if n := len(l.notify.WatchList()); n != 1 {
				t.Errorf("%d watches after the window", n)
			}
			if l.flush(); len(l.out.signals) != 1 {
				t.Error("no signal after the window")
			}
		})
	}
}

// TestGateKeepsNeighbours: what happens to another file of the folder while the
// watch is away for the first is signalled with it.
func TestGateKeepsNeighbours(t *testing.T) {
	top := t.TempDir()
	a, b := filepath.Join(top, "a.db"), filepath.Join(top, "b.db")
	put(t, a, "x")
	put(t, b, "x")
	l := still(t, Options{}, Target{Path: a, Database: true}, Target{Path: b, Database: true})
	steadily(l)
	l.handleEvent(fsnotify.Event{Name: a, Op: fsnotify.Write}, false)
	put(t, b, "longer")
	l.closeWindow()
	l.flush()
	s, ok := told(l)
	if !ok || !names(a)(s) || !names(b)(s) {
		t.Errorf("signal %+v, %v", s, ok)
	}
}

func TestWatchLimits(t *testing.T) {
	tests := []struct {
		name  string
		limit func(l *loop)
		words string
	}{
		{"ours", func(l *loop) { l.options.MaxWatches = 2 }, "more than 2 folders"},
		{"the system's", func(l *loop) { l.limitReached = true }, "watch limit of the system"},
		{"none at all", func(l *loop) { l.stopNotify(fsnotify.ErrClosed) }, fsnotify.ErrClosed.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			top := t.TempDir()
			for i := range 5 {
				put(t, filepath.Join(top, fmt.Sprint("s", i), "a.log"), "x")
			}
			l := still(t, Options{})
			tt.limit(l)
			l.set([]Target{{Path: top, Recursive: true}})
			contains(t, l.describe(), "polling")
			contains(t, l.describe(), tt.words)
			for _, d := range l.polledTrees() {
				path := filepath.Join(d.path, "new.log")
				put(t, path, "x")
				l.pollTrees()
				l.windowOpen = false
				l.flush()
				if s, ok := told(l); !ok || !names(path)(s) {
					t.Errorf("signal %+v, %v for %s", s, ok, path)
				}
			}
		})
	}
}

// TestDistrust takes the kernel's watch away behind the loop's back, as a mount
// does whose changes happen on another machine.
func TestDistrust(t *testing.T) {
	tests := map[string]Target{
		"database": {Path: "q.db", Database: true},
		"folder":   {Path: "."},
	}
	for name, target := range tests {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			put(t, filepath.Join(top, "q.db"), "x")
			target.Path = filepath.Join(top, target.Path)
			l := still(t, Options{}, target)
			if err := l.notify.Remove(top); err != nil {
				t.Fatal(err)
			}
			for i := range 2 * maxMissed {
				put(t, filepath.Join(top, "q.db"), fmt.Sprint(i, "longer"))
				if err := os.Chtimes(top, time.Time{}, time.Unix(int64(i), 1)); err != nil {
					t.Fatal(err)
				}
				l.checkAll()
			}
			l.flush()
			if s, ok := told(l); !ok || !names(filepath.Join(top, "q.db"))(s) {
				t.Errorf("signal %+v, %v", s, ok)
			}
			contains(t, l.describe(), "notifications do not arrive")
		})
	}
}

func TestNoiseIsLeftInTheKernel(t *testing.T) {
	top := t.TempDir()
	path := filepath.Join(top, "q.db")
	put(t, path, "x")
	l := still(t, Options{}, Target{Path: path, Database: true})
	l.handleEvent(fsnotify.Event{Name: filepath.Join(top, "other"), Op: fsnotify.Write}, false)
	if events, _ := l.channels(); events != nil {
		t.Error("events are still taken")
	}
	l.closeWindow()
	if l.flush(); len(l.out.signals) != 0 {
		t.Error("a signal for what concerns nobody")
	}
	if events, _ := l.channels(); events == nil {
		t.Error("events are not taken any more")
	}
}

func TestHow(t *testing.T) {
	top := t.TempDir()
	put(t, filepath.Join(top, "q.db"), "x")
	tests := []struct {
		o      Options
		target Target
		words  string
	}{
		{
			Options{},
			Target{Path: filepath.Join(top, "q.db"), Database: true},
			"inotify on " + top + ", 50ms window, stat every 2s",
		},
		{
			Options{ForcePoll: true},
			Target{Path: filepath.Join(top, "q.db"), Database: true},
			"polling " + top + " every 50ms: asked for",
		},
		{Options{ForcePoll: true}, Target{Path: top}, "polling " + top + " every 1s: asked for"},
		{
			Options{ForcePoll: true},
			Target{Path: filepath.Join(top, "a/b")},
			"polling " + top + " every 50ms: asked for; waiting for " + filepath.Join(top, "a/b") + " to appear",
		},
	}
	for _, tt := range tests {
		if got := still(t, tt.o, tt.target).describe(); got != tt.words {
			t.Errorf("%+v: %q, want %q", tt.target, got, tt.words)
		}
	}
	w := start(t, Options{})
	if got := w.How(); got != "watching nothing" {
		t.Errorf("no targets: %q", got)
	}
}

func TestTargetsNamedTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "q.db")
	one := Target{Path: path, Database: true}
	l := still(t, Options{}, one, one)
	for range 3 {
		l.set([]Target{one, one, {Path: path}})
		if len(l.targets) != 2 || len(l.dirs[filepath.Dir(path)].files) != 2 {
			t.Fatalf("%d targets, %d attached", len(l.targets), len(l.dirs[filepath.Dir(path)].files))
		}
	}
	l.set(nil)
	if len(l.dirs) != 0 {
		t.Errorf("%d folders are still watched for nobody", len(l.dirs))
	}
}

// TestNotifyComesBack: when no notifications can be had for a while, things are polled,
// and watched as soon as they can be had.
func TestNotifyComesBack(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("notifications are used on Linux only")
	}
	top := t.TempDir()
	path := filepath.Join(top, "a.log")
	put(t, path, "x")
	tries, refuse := 0, true
	o := Options{newNotify: func() (*fsnotify.Watcher, error) {
		if tries++; refuse {
			return nil, unix.EMFILE
		}
		return fsnotify.NewWatcher()
	}}
	l := newLoop(o.withDefaults(), newOutbox())
	t.Cleanup(l.stop)
	l.set([]Target{{Path: path}})
	contains(t, l.describe(), "polling")
	for range 1000 {
		l.checkAll()
	}
	if tries < 3 || tries > 100 {
		t.Errorf("tried %d times in 1000 checks", tries)
	}
	refuse = false
	for range 1000 {
		l.checkAll()
	}
	l.closeWindow()
	l.flush()
	if s, ok := told(l); !ok || s.Paths != nil {
		t.Errorf("signal %+v, %v: a change in between may be missed", s, ok)
	}
	if contains(t, l.describe(), "inotify on"); t.Failed() {
		return
	}
	l.handleEvent(fsnotify.Event{Name: path, Op: fsnotify.Write}, false)
	l.closeWindow()
	l.flush()
	if s, ok := told(l); !ok || s.Paths != nil && !names(path)(s) {
		t.Errorf("signal %+v, %v", s, ok)
	}
	l.stopNotify(fsnotify.ErrClosed)
	for range 1000 {
		l.checkAll()
	}
	l.closeWindow()
	l.flush()
	contains(t, l.describe(), "inotify on")
}
