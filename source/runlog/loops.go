package runlog

import (
	"hash/maphash"
	"slices"
	"time"
)

// The number of equal calls that make a loop. It is larger for calls that only read,
// because those are often repeated for a reason.
const (
	loopWrites = 5
	loopReads  = 8
)

// maxRepetitions is the number of different calls that are counted at a time.
const maxRepetitions = 64

// Loop is a call that was repeated with the same arguments and the same result while
// nothing else changed.
type Loop struct {
	Tool   string
	Args   string // its command, path or arguments; hostile, at most maxWhat bytes
	Result string // the result of each call, at most maxWhat bytes
	Count  int
	First  time.Time // of the first of these calls; zero: unknown
	Last   time.Time
	// FirstLine is the line of the first call, LastLine that of the newest result.
	FirstLine, LastLine int64
	Writes              bool // it runs or writes something, rather than only to look
	Ended               bool // something was changed since: the agent got out of it
}

// limit returns the number of calls that make a loop.
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

// repetition counts one call with one result.
type repetition struct {
	call, result uint64
	epoch        int // in which it was counted
	lastUse      int // the clock of windows when it was seen last
	loop         Loop
}

// repetitions counts repeated calls. A call that changes something begins a new epoch,
// in which all counts begin at zero.
type repetitions struct {
	epoch, clock int
	active       []repetition
	ended        []Loop // that were broken
}

// add counts a call with its result. changed says that the call succeeded and may have
// changed something.
func (w *repetitions) add(c *Call, writes, changed bool, text string, line int64) {
	w.clock++
	call := maphash.Comparable(seed, callKey{c.Tool, c.Sum})
	result := hashStable(text)
	at, same := -1, false
	for i, newest := 0, 0; i < len(w.active); i++ {
		o := &w.active[i]
		if o.call != call {
			continue
		}
		if o.result == result {
			at = i
		}
		if o.lastUse > newest {
			newest, same = o.lastUse, o.result == result
		}
	}
	// The same call with the same outcome as the last time has changed nothing.
	if changed && !same {
		w.endAll()
	}
	if at < 0 {
		at = w.freeSlot()
		w.active[at] = repetition{call: call, result: result}
	}
	o := &w.active[at]
	if o.epoch != w.epoch || o.loop.Count == 0 {
		o.epoch = w.epoch
		o.loop = Loop{
			Tool: c.Tool, Args: c.What(), Result: Cut(text, maxWhat), First: c.At, FirstLine: c.Line,
			Writes: writes && c.Mode != ModeRead,
		}
	}
	o.lastUse = w.clock
	o.loop.Count++
	o.loop.Last, o.loop.LastLine = c.At, line
}

// freeSlot returns the index of an unused repetition, or of the least recently used one.
func (w *repetitions) freeSlot() int {
	if len(w.active) < maxRepetitions {
		w.active = append(w.active, repetition{})
		return len(w.active) - 1
	}
	oldest := 0
	for i := range w.active {
		if w.active[i].lastUse < w.active[oldest].lastUse {
			oldest = i
		}
	}
	return oldest
}

// endAll ends all loops, because something was changed, and begins a new epoch.
func (w *repetitions) endAll() {
	for i := range w.active {
		if l := &w.active[i].loop; w.active[i].epoch == w.epoch && l.Count >= l.limit() {
			l.Ended = true
			if len(w.ended) == maxLoops {
				w.ended = append(w.ended[:0], w.ended[1:]...)
			}
			w.ended = append(w.ended, *l)
		}
	}
	w.epoch++
}

func (w *repetitions) clone() repetitions {
	c := *w
	c.active, c.ended = slices.Clone(w.active), slices.Clone(w.ended)
	return c
}

// Loops returns the newest maxLoops loops of the newest run, oldest first. Loops that
// have not ended come last.
func (w *Work) Loops() []Loop {
	loops := slices.Clone(w.loops.ended)
	past := len(loops)
	for i := range w.loops.active {
		if o := &w.loops.active[i]; o.epoch == w.loops.epoch && o.loop.Count >= o.loop.limit() {
			loops = append(loops, o.loop)
		}
	}
	slices.SortStableFunc(loops[past:], func(a, b Loop) int { return int(a.LastLine - b.LastLine) })
	return loops[max(0, len(loops)-maxLoops):]
}
