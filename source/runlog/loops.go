package runlog

import (
	"hash/maphash"
	"slices"
	"time"
)

// How often the same has to happen before it is a loop: looking at something
// again is cheap and often meant, running or writing the same is not.
const (
	loopWrites = 5
	loopReads  = 8
)

// maxWindows is how many different calls are followed at a time.
const maxWindows = 64

// Loop is one call that was made again and again with the same arguments and
// the same result, while nothing was changed between.
type Loop struct {
	Tool   string
	Args   string // its command, path or arguments; hostile, at most maxWhat bytes
	Result string // what came of it each time, at most maxWhat bytes
	Count  int
	First  time.Time // of the first of these calls; zero: unknown
	Last   time.Time
	// FirstLine is where the first of them was made, LastLine where the newest
	// result stands.
	FirstLine, LastLine int64
	Writes              bool // it runs or writes something, rather than only to look
	Broken              bool // something was changed since: the agent got out of it
}

// limit is how often the call may be repeated.
func (l *Loop) limit() int {
	if l.Writes {
		return loopWrites
	}
	return loopReads
}

// callKey is what makes two calls the same.
type callKey struct {
	tool string
	sum  uint64
}

// window follows one call with one result.
type window struct {
	call, result uint64
	epoch        int // in which it was counted
	used         int // the clock of windows when it was seen last
	loop         Loop
}

// windows follows the calls that are repeated. Whatever changes something
// begins a new epoch, and what was counted before it no longer counts.
type windows struct {
	epoch, clock int
	open         []window
	past         []Loop // that were broken
}

// see takes one call and what came of it; changed says that it succeeded in
// something that can change the world.
func (w *windows) see(c *Call, writes, changed bool, text string, line int64) {
	w.clock++
	call := maphash.Comparable(seed, callKey{c.Tool, c.Sum})
	result := stableSum(text)
	at, same := -1, false
	for i, newest := 0, 0; i < len(w.open); i++ {
		o := &w.open[i]
		if o.call != call {
			continue
		}
		if o.result == result {
			at = i
		}
		if o.used > newest {
			newest, same = o.used, o.result == result
		}
	}
	// The same call with the same outcome as the last time has changed nothing.
	if changed && !same {
		w.change()
	}
	if at < 0 {
		at = w.room()
		w.open[at] = window{call: call, result: result}
	}
	o := &w.open[at]
	if o.epoch != w.epoch || o.loop.Count == 0 {
		o.epoch = w.epoch
		o.loop = Loop{
			Tool: c.Tool, Args: c.What(), Result: Cut(text, maxWhat), First: c.At, FirstLine: c.Line,
			Writes: writes && c.Mode != ModeRead,
		}
	}
	o.used = w.clock
	o.loop.Count++
	o.loop.Last, o.loop.LastLine = c.At, line
}

// room returns the index of a window that may be used anew.
func (w *windows) room() int {
	if len(w.open) < maxWindows {
		w.open = append(w.open, window{})
		return len(w.open) - 1
	}
	oldest := 0
	for i := range w.open {
		if w.open[i].used < w.open[oldest].used {
			oldest = i
		}
	}
	return oldest
}

// change notes that something was changed.
func (w *windows) change() {
	for i := range w.open {
		if l := &w.open[i].loop; w.open[i].epoch == w.epoch && l.Count >= l.limit() {
			l.Broken = true
			if len(w.past) == maxLoops {
				w.past = append(w.past[:0], w.past[1:]...)
			}
			w.past = append(w.past, *l)
		}
	}
	w.epoch++
}

func (w *windows) clone() windows {
	c := *w
	c.open, c.past = slices.Clone(w.open), slices.Clone(w.past)
	return c
}

// Loops are the repetitions of the newest run, oldest first, the newest
// maxLoops; those that still go on come last.
func (w *Work) Loops() []Loop {
	loops := slices.Clone(w.loops.past)
	past := len(loops)
	for i := range w.loops.open {
		if o := &w.loops.open[i]; o.epoch == w.loops.epoch && o.loop.Count >= o.loop.limit() {
			loops = append(loops, o.loop)
		}
	}
	slices.SortStableFunc(loops[past:], func(a, b Loop) int { return int(a.LastLine - b.LastLine) })
	return loops[max(0, len(loops)-maxLoops):]
}
