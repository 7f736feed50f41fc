package watch

import "time"

// noiseLimit is how many events in a row may concern nobody, as in /tmp, before
// they are left to gather in the kernel for a window.
const noiseLimit = 64

func (l *loop) hush() {
	if l.noise++; l.noise > noiseLimit {
		l.noise = 0
		l.openWindow()
	}
}

func (l *loop) openWindow() {
	if !l.opened {
		l.opened = true
		l.window.Reset(l.o.Window)
	}
}

// closeWindow collects what has gathered, puts the watches back and looks once
// more, in this order: what happens after the look is seen by the watch.
func (l *loop) closeWindow() {
	l.drain()
	off := l.off
	l.off = nil
	for _, d := range off {
		if l.dirs[d.path] != d {
			continue
		}
		l.on(d)
		for _, t := range d.files {
			if _, known := l.hit[t]; !known {
				l.look(t)
			}
		}
		for _, t := range d.waits {
			l.seek(t)
		}
	}
	l.opened = false
}

// Draining ends when nothing came for quiet, or after so many events.
const (
	quiet      = time.Millisecond
	drainLimit = 16384
)

// drain takes the events that gathered in the kernel.
func (l *loop) drain() {
	if l.n == nil {
		return
	}
	end := time.Now().Add(l.o.Window / 2)
	idle := time.NewTimer(quiet)
	defer idle.Stop()
	for range drainLimit {
		select {
		case ev, ok := <-l.n.Events:
			if !ok {
				return
			}
			l.event(ev, true)
		case err, ok := <-l.n.Errors:
			if !ok {
				return
			}
			l.fault(err)
		case <-idle.C:
			return
		}
		if l.n == nil || time.Now().After(end) {
			return
		}
		idle.Reset(quiet)
	}
}

// flush delivers what is known, unless an open window will.
func (l *loop) flush() {
	if l.opened {
		return
	}
	for t := range l.hit {
		if t.kind != file {
			continue
		}
		l.pend.path(t.Path)
		if _, replaced := t.update(); replaced {
			l.replaced(t)
		}
		t.echo = false
	}
	clear(l.hit)
	redo := l.redo
	l.redo = map[*target]struct{}{}
	for t := range redo {
		l.detach(t)
		l.attach(t)
		l.pend.all()
	}
	if len(l.redo) > 0 {
		l.openWindow() // what went again meanwhile is for the next signal
	}
	for d := range l.stale {
		if s := lstat(d.path); l.dirs[d.path] == d && s.same(d.id) {
			d.id, d.suspect = s, false
		}
	}
	clear(l.stale)
	if s, ok := l.pend.take(); ok {
		l.out.put(s)
	}
}
