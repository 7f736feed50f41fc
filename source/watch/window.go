package watch

import "time"

// In a steady stream of changes a window is steadyWindows times as long: whoever reads after each
// signal then reads less often. A stream is steady after steadyAfter windows, of which each began
// less than half a usual window after the end of the one before.
const (
	steadyWindows = 3
	steadyAfter   = 8
)

// stream follows how windows follow one another.
type stream struct {
	closed time.Time // when the newest one was
	inARow int       // how many began soon after the one before
}

// window returns the length of a window that begins now.
func (s *stream) window(now time.Time, usual time.Duration) time.Duration {
	if s.inARow++; now.Sub(s.closed) >= usual/2 {
		s.inARow = 0
	}
	if s.steady() {
		return steadyWindows * usual
	}
	return usual
}

// steady reports whether changes do not cease.
func (s *stream) steady() bool { return s.inARow >= steadyAfter }

func (l *loop) openWindow() {
	if !l.windowOpen {
		l.windowOpen = true
		l.window.Reset(l.stream.window(time.Now(), l.options.Window))
	}
}

// closeWindow receives the collected events, restores the watches and then checks the
// files. In this order the watches detect every change after the check.
func (l *loop) closeWindow() {
	l.drain()
	off := l.gatedDirs
	l.gatedDirs = nil
	for _, d := range off {
		if l.dirs[d.path] != d {
			continue
		}
		l.ungate(d)
		for _, t := range d.files {
			if _, known := l.eventFiles[t]; !known {
				l.checkFile(t, false)
			}
		}
	}
	l.windowOpen, l.stream.closed = false, time.Now()
}

// Draining ends after drainIdle without an event, or after drainLimit events.
const (
	drainIdle  = time.Millisecond
	drainLimit = 16384
)

// drain handles the events that have collected in the kernel.
func (l *loop) drain() {
	if l.notify == nil {
		return
	}
	end := time.Now().Add(l.options.Window / 2)
	idle := time.NewTimer(drainIdle)
	defer idle.Stop()
	for range drainLimit {
		select {
		case ev, ok := <-l.notify.Events:
			if !ok {
				return
			}
			l.handleEvent(ev, true)
		case err, ok := <-l.notify.Errors:
			if !ok {
				return
			}
			l.handleError(err)
		case <-idle.C:
			return
		}
		if l.notify == nil || time.Now().After(end) {
			return
		}
		idle.Reset(drainIdle)
	}
}

// flush sends the collected changes. While a window is open it does nothing.
func (l *loop) flush() {
	if l.windowOpen {
		return
	}
	for t := range l.eventFiles {
		if t.dir != nil {
			l.checkFile(t, true)
		}
	}
	clear(l.eventFiles)
	redo := l.reattach
	l.reattach = map[*target]struct{}{}
	for t := range redo {
		l.detach(t)
		l.attach(t)
		l.pending.addUnknown()
	}
	if len(l.reattach) > 0 {
		l.openWindow() // what went again meanwhile is for the next signal
	}
	if s, ok := l.pending.take(); ok {
		l.out.put(s)
	}
}
