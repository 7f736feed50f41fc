package board

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math"
	"time"

	"notdone/classify"
	"notdone/model"
)

// stored is what is kept of one queue between two starts: enough to go on as if its tasks
// had been listed.
type stored struct {
	saved    time.Time
	position []byte // of source.Resumer
	part     part   // without its rings, which follow from the dependencies
	keys     []*Key // of the tasks that are listed
	horizons map[class]*Key
	wakes    map[string]int64
	beyond   int64 // wakes from here on are left out; 0: none is
}

// packed is a queue that is to be stored. The keys are gathered while they are written, so
// that they take no memory beside those of the index.
type packed struct {
	stored
	standings, deps []byte // the encoded census and dependencies
	listed          iter.Seq[*Key]
}

// Of the parts of a file those from keyParts on are keys, some in each.
const (
	keyParts   = 6
	keysInPart = 2000
)

// parts gives the parts of a file of it, once: what was written is let go.
func (p *packed) parts() iter.Seq[[]byte] {
	numbers := writer{}
	numbers.ints(p.saved.UnixNano(), int64(p.part.prior.shown.Finished), int64(p.part.prior.shown.NotDone), p.beyond)
	return func(yield func([]byte) bool) {
		for _, part := range []func() []byte{
			func() []byte { return numbers },
			func() []byte { return p.position },
			func() []byte { return p.standings },
			func() []byte { p.standings = nil; return encodeHorizons(p.horizons) },
			func() []byte { return p.deps },
			func() []byte { return encodeWakes(p.wakes) },
		} {
			if !yield(part()) {
				return
			}
		}
		var keys writer
		n := 0
		for k := range p.listed {
			keys.key(k)
			if n++; n%keysInPart != 0 {
				continue
			}
			if !yield(keys) {
				return
			}
			keys = keys[:0]
		}
		yield(keys)
	}
}

// parseStored reads the parts of a file about a queue; nil when they are not such parts.
func parseStored(parts [][]byte, queue string) *stored {
	if len(parts) < keyParts {
		return nil
	}
	// The parts share the memory of the file, of which nothing is to be kept.
	s := &stored{position: bytes.Clone(parts[1]), horizons: map[class]*Key{}, wakes: map[string]int64{}}
	s.part.queue, s.part.deps = &queue, newDeps(queue)
	numbers := reader{rest: parts[0]}
	s.saved = time.Unix(0, numbers.int())
	s.part.prior = prior{known: true, shown: classify.Tally{Finished: int(numbers.int()), NotDone: int(numbers.int())}}
	s.beyond = numbers.int()
	ok := numbers.ended() && s.part.decode(parts[2])
	horizons := reader{rest: parts[3]}
	for horizons.more() {
		k := horizons.key(&queue)
		s.horizons[k.class()] = k
		ok = ok && !k.class().loud()
	}
	deps := reader{rest: parts[4]}
	for deps.more() {
		id, on := deps.text(), make([]string, 0, 1)
		for n := deps.uint(); n > 0 && deps.more(); n-- {
			on = append(on, deps.text())
		}
		s.part.deps.on[id], s.part.deps.dirty[id] = on, struct{}{}
	}
	wakes := reader{rest: parts[5]}
	for wakes.more() {
		id := wakes.text()
		s.wakes[id] = wakes.int()
	}
	for _, part := range parts[keyParts:] {
		keys := reader{rest: part}
		for keys.more() {
			s.keys = append(s.keys, keys.key(&queue))
		}
		ok = ok && keys.ended()
	}
	if !ok || !horizons.ended() || !deps.ended() || !wakes.ended() {
		return nil
	}
	return s
}

// encode returns the standings, in the order in which they lie in the table.
func (c *census) encode() []byte {
	w := make(writer, 0, 8*(c.used+2))
	w.ints(int64(len(c.slots)), int64(c.used))
	for _, slot := range c.slots {
		if slot != 0 {
			w = binary.LittleEndian.AppendUint64(w, slot)
		}
	}
	return w
}

// Bounds of a table of standings that is not empty. In a smaller one all slots could become
// full, and a search end nowhere.
const (
	leastSlots = 64
	mostSlots  = 1 << 28
)

// decode reads the standings, and counts them. It reports whether they can be some.
func (p *part) decode(raw []byte) bool {
	r := reader{rest: raw}
	slots, used := r.int(), r.int()
	if r.bad || slots < 0 || slots > 0 && slots < leastSlots || slots > mostSlots ||
		int64(len(r.rest)) != 8*used || used*4 > slots*3 {
		return false
	}
	if slots == 0 {
		return true
	}
	p.census = census{slots: make([]uint64, slots)}
	var of [standingMask + 1]int
	for rest := r.rest; len(rest) > 0; rest = rest[8:] {
		slot := binary.LittleEndian.Uint64(rest)
		at, twice := p.census.find(slot &^ standingMask)
		if twice || slot&occupied == 0 {
			return false
		}
		p.census.slots[at] = slot
		p.census.used++
		of[slot&standingMask]++
	}
	for s, n := range of {
		switch {
		case n == 0:
		case int(standing(s).class()) >= numClasses:
			return false
		default:
			p.counts.add(standing(s), n)
		}
	}
	return true
}

// weights returns how many tasks there are of each state and weight.
func (p *part) weights() (of [model.NumStates][numWeights]int) {
	for _, slot := range p.census.slots {
		if slot != 0 {
			s := standing(slot & standingMask)
			of[s.class().state()][s.weight()]++
		}
	}
	return of
}

func encodeHorizons(horizons map[class]*Key) []byte {
	var w writer
	for _, k := range horizons {
		w.key(k)
	}
	return w
}

func encodeDeps(on map[string][]string) []byte {
	var w writer
	for id, others := range on {
		w.text(id)
		w = binary.AppendUvarint(w, uint64(len(others)))
		for _, other := range others {
			w.text(other)
		}
	}
	return w
}

func encodeWakes(wakes map[string]int64) []byte {
	var w writer
	for id, at := range wakes {
		w.text(id)
		w.ints(at)
	}
	return w
}

// writer is what was written.
type writer []byte

func (w *writer) ints(all ...int64) {
	for _, n := range all {
		*w = binary.AppendVarint(*w, n)
	}
}

func (w *writer) text(s string) {
	*w = append(binary.AppendUvarint(*w, uint64(len(s))), s...)
}

func (w *writer) key(k *Key) {
	w.text(k.id)
	w.ints(k.first, k.then, k.nanoUSD)
	for _, hash := range []uint64{k.cause, k.loop, k.sum} {
		*w = binary.LittleEndian.AppendUint64(*w, hash)
	}
	*w = binary.LittleEndian.AppendUint16(*w, k.attempts)
	*w = append(*w, k.rank, byte(k.state), byte(k.grade), k.weight, k.own, byte(k.flags))
}

// reader is what is left to read.
type reader struct {
	rest []byte
	all  string // all that there was, of which texts are parts; empty: they are copied
	bad  bool   // there was something else than expected
}

func (r *reader) more() bool  { return len(r.rest) > 0 && !r.bad }
func (r *reader) ended() bool { return len(r.rest) == 0 && !r.bad }

func (r *reader) int() int64 {
	v, n := binary.Varint(r.rest)
	r.skip(n)
	return v
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.rest)
	r.skip(n)
	return v
}

// skip passes over a number of so many bytes.
func (r *reader) skip(n int) {
	if n <= 0 {
		r.bad, n = true, len(r.rest)
	}
	r.rest = r.rest[n:]
}

// take returns the next n bytes; zeros when there are less.
func (r *reader) take(n uint64) []byte {
	if n > uint64(len(r.rest)) || n > math.MaxInt32 {
		r.bad = true
		return make([]byte, min(n, 64))
	}
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

func (r *reader) text() string {
	raw := r.take(r.uint())
	if end := len(r.all) - len(r.rest); r.all != "" && !r.bad {
		return r.all[end-len(raw) : end]
	}
	return string(raw)
}

func (r *reader) key(queue *string) *Key {
	k := &Key{queue: queue, id: r.text()}
	k.first, k.then, k.nanoUSD = r.int(), r.int(), r.int()
	for _, hash := range []*uint64{&k.cause, &k.loop, &k.sum} {
		*hash = binary.LittleEndian.Uint64(r.take(8))
	}
	k.attempts = binary.LittleEndian.Uint16(r.take(2))
	small := r.take(6)
	k.rank, k.weight, k.own, k.flags = small[0], small[3], small[4], flags(small[5])
	k.state, k.grade = model.State(small[1]), model.Grade(small[2])
	r.bad = r.bad || int(k.state) >= model.NumStates || k.weight > uint8(model.NumSeverities) || k.own > uint8(model.NumSeverities)
	return k
}
