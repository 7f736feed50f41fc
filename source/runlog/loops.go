package runlog

import (
	"hash/maphash"
	"slices"

	"notdone/model"
)

// The number of equal calls that make a loop. It is larger for calls that only read,
// because those are often repeated for a reason.
const (
	loopWrites = 5
	loopReads  = 8
)

// maxRepetitions is the number of different calls that are counted at a time.
const maxRepetitions = 64

// repetition counts one call with one result.
type repetition struct {
	call, result uint64
	epoch        int   // in which it was counted
	lastUse      int   // the clock of repetitions when it was seen last
	limit        int   // the number of calls that make a loop
	first, last  int64 // the line of the first call, and of the newest result
	loop         model.ToolLoop
}

// repetitions counts repeated calls. A call that changes something begins a new epoch,
// in which all counts begin at zero.
type repetitions struct {
	epoch, clock int
	active       []repetition
	ended        []repetition // loops that were broken
}

// add counts a call with its result. changed says that the call succeeded and may have
// changed something.
func (w *repetitions) add(c *Call, writes, changed bool, text string, line int64) {
	w.clock++
	call := maphash.String(seed, c.Tool) ^ c.Sum
	result := hashStable(text)
	var o, newest *repetition // with the same result; with any result
	for i := range w.active {
		if r := &w.active[i]; r.call == call {
			if r.result == result {
				o = r
			}
			if newest == nil || r.lastUse > newest.lastUse {
				newest = r
			}
		}
	}
	// The same call with the same outcome as the last time has changed nothing.
	if changed && (newest == nil || newest != o) {
		w.endAll()
	}
	if o == nil {
		o = w.freeSlot()
		*o = repetition{call: call, result: result}
	}
	if o.epoch != w.epoch || o.loop.Count == 0 {
		o.epoch, o.first, o.limit = w.epoch, c.Line, loopReads
		if writes && c.Mode != ModeRead {
			o.limit = loopWrites
		}
		o.loop = model.ToolLoop{Tool: c.Tool, Args: c.What(), Result: Cut(text, maxWhat), First: c.At}
	}
	o.lastUse, o.last = w.clock, line
	o.loop.Count++
	o.loop.Last = c.At
}

// freeSlot returns an unused repetition, or the least recently used one.
func (w *repetitions) freeSlot() *repetition {
	if len(w.active) < maxRepetitions {
		w.active = append(w.active, repetition{})
		return &w.active[len(w.active)-1]
	}
	oldest := &w.active[0]
	for i := range w.active {
		if o := &w.active[i]; o.lastUse < oldest.lastUse {
			oldest = o
		}
	}
	return oldest
}

// endAll ends all loops, because something was changed, and begins a new epoch.
func (w *repetitions) endAll() {
	for _, o := range w.active {
		if w.loops(&o) {
			o.loop.Ended = true
			w.ended = appendNewest(w.ended, o, maxLoops)
		}
	}
	w.epoch++
}

// loops reports whether a repetition is a loop that has not ended.
func (w *repetitions) loops(o *repetition) bool { return o.epoch == w.epoch && o.loop.Count >= o.limit }

func (w *repetitions) clone() repetitions {
	c := *w
	c.active, c.ended = slices.Clone(w.active), slices.Clone(w.ended)
	return c
}

// list returns the newest maxLoops loops of the newest run, oldest first. Loops that
// have not ended come last. at names the place of a line.
func (w *repetitions) list(at func(line int64) string) []model.ToolLoop {
	all := slices.Clone(w.ended)
	for i := range w.active {
		if o := &w.active[i]; w.loops(o) {
			all = append(all, *o)
		}
	}
	slices.SortStableFunc(all[len(w.ended):], func(a, b repetition) int { return int(a.last - b.last) })
	var list []model.ToolLoop
	for _, o := range all[max(0, len(all)-maxLoops):] {
		o.loop.From, o.loop.To = at(o.first), at(o.last)
		list = append(list, o.loop)
	}
	return list
}
