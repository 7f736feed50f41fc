package board

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"sync/atomic"
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
	standings []byte // the encoded census, not in order yet
	deps      []byte // the encoded dependencies
	listed    iter.Seq[*Key]
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
			func() []byte { return sortStandings(p.standings) },
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

// partsFile is a file of parts, numbered from 0: Get returns one, in the memory of into where that is
// large enough; false where it is damaged.
type partsFile interface {
	Len() int
	Get(number uint64, into []byte) ([]byte, bool)
}

// readStored reads the parts of a file about a queue, on all processors; nil when they are not
// such parts. Of the keys it takes those with one of the loops; nil: all.
func readStored(file partsFile, queue string, loops map[uint64]bool) *stored {
	if file.Len() < keyParts {
		return nil
	}
	s := &stored{horizons: map[class]*Key{}, wakes: map[string]int64{}}
	s.part.queue, s.part.deps = &queue, newDeps(queue)
	keys := make([][]*Key, file.Len()-keyParts)
	var bad atomic.Bool
	longInParallel(1+len(keys), func(i int) {
		ok := false
		if i == 0 {
			ok = s.readHead(file)
		} else {
			keys[i-1], ok = readKeys(file, keyParts+i-1, &queue, loops)
		}
		if !ok {
			bad.Store(true)
		}
	})
	if bad.Load() {
		return nil
	}
	s.keys = slices.Concat(keys...)
	return s
}

// readHead reads the parts before the keys.
func (s *stored) readHead(file partsFile) bool {
	var parts [keyParts][]byte
	for i := range parts {
		part, ok := file.Get(uint64(i), nil)
		if !ok {
			return false
		}
		parts[i] = part
	}
	s.position = parts[1]
	numbers := reader{rest: parts[0]}
	s.saved = time.Unix(0, numbers.int())
	s.part.prior = prior{known: true, shown: classify.Tally{Finished: int(numbers.int()), NotDone: int(numbers.int())}}
	s.beyond = numbers.int()
	ok := numbers.ended() && s.part.decode(parts[2])
	horizons := reader{rest: parts[3]}
	for horizons.more() {
		k := horizons.key(s.part.queue, nil)
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
	return ok && horizons.ended() && deps.ended() && wakes.ended()
}

// readKeys reads a part of keys.
func readKeys(file partsFile, part int, queue *string, loops map[uint64]bool) (keys []*Key, ok bool) {
	buffer := texts.Get().(*[]byte) //nolint:forcetypeassert // nothing else is in it
	defer texts.Put(buffer)
	raw, ok := file.Get(uint64(part), *buffer)
	if !ok {
		return nil, false
	}
	*buffer = raw
	if loops == nil {
		keys = make([]*Key, 0, keysInPart)
	}
	r := reader{rest: raw}
	for r.more() {
		if k := r.key(queue, loops); k != nil {
			keys = append(keys, k)
		}
	}
	return keys, r.ended()
}

// encode returns the table as it is stored, but for the order: the slots that are used stand as in
// the table, those at its beginning that belong behind its end come last. So they are nearly in order.
func (c *census) encode() []byte {
	w := make(writer, 0, 8*(c.used+2))
	w.ints(int64(len(c.slots)), int64(c.used))
	var wrapped []uint64
	first := true // run of slots that are used
	for i, slot := range c.slots {
		switch {
		case slot == 0:
			first = false
		case first && c.home(slot) > i:
			wrapped = append(wrapped, slot)
		default:
			w = binary.LittleEndian.AppendUint64(w, slot)
		}
	}
	for _, slot := range wrapped {
		w = binary.LittleEndian.AppendUint64(w, slot)
	}
	return w
}

// sortStandings brings the slots of an encoded table into order. Each stands at most a few places
// from its own.
func sortStandings(raw []byte) []byte {
	r := reader{rest: raw}
	_, used := r.int(), int(r.int())
	at := func(i int) []byte { return r.rest[8*i:][:8] }
	for i := 1; i < used; i++ {
		slot := binary.LittleEndian.Uint64(at(i))
		to := i
		for ; to > 0 && binary.LittleEndian.Uint64(at(to-1)) > slot; to-- {
			copy(at(to), at(to-1))
		}
		if to < i {
			binary.LittleEndian.PutUint64(at(to), slot)
		}
	}
	return raw
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
		int64(len(r.rest)) != 8*used || (used-1)*4 >= slots*3 { // set fills no more
		return false
	}
	if slots == 0 {
		return true
	}
	p.census = census{slots: make([]uint64, slots), used: int(used)}
	var of [standingMask + 1]int
	next, last := 0, uint64(0)
	for rest := r.rest; len(rest) > 0; rest = rest[8:] {
		slot := binary.LittleEndian.Uint64(rest)
		if slot&^standingMask <= last || slot&occupied == 0 { // in order, each hash once
			return false
		}
		last = slot &^ standingMask
		at := max(p.census.home(slot), next)
		if next = at + 1; at >= len(p.census.slots) {
			at, _ = p.census.find(last)
		}
		p.census.slots[at] = slot
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

// key reads a key; nil where it has none of the loops, of which nil stands for all.
func (r *reader) key(queue *string, loops map[uint64]bool) *Key {
	id, k := r.take(r.uint()), facts{}
	k.first, k.then, k.nanoUSD = r.int(), r.int(), r.int()
	for _, hash := range []*uint64{&k.cause, &k.loop, &k.sum} {
		*hash = binary.LittleEndian.Uint64(r.take(8))
	}
	k.attempts = binary.LittleEndian.Uint16(r.take(2))
	small := r.take(6)
	k.rank, k.weight, k.own, k.flags = small[0], small[3], small[4], flags(small[5])
	k.state, k.grade = model.State(small[1]), model.Grade(small[2])
	r.bad = r.bad || int(k.state) >= model.NumStates || k.weight > uint8(model.NumSeverities) || k.own > uint8(model.NumSeverities)
	if loops != nil && !loops[k.loop] {
		return nil
	}
	return &Key{queue: queue, id: string(id), facts: k}
}
