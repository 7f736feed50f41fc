package board

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/classify"
	"notdone/model"
)

// pack returns what is to be stored of a queue with tasks of every kind.
func pack() *packed {
	x := newIndex(room{20, 20}, 2, nil, nil)
	for i := range 100 {
		r := doneRow(fmt.Sprint("task ", i), i)
		switch i % 4 {
		case 1:
			r = loopRow(fmt.Sprint("task ", i), fmt.Sprint(i%3), "k", epoch, nil)
		case 2:
			r.State, r.DependsOn = model.StateQueued, []string{"task 1", fmt.Sprint("task ", i-4)}
		}
		x.putRow(r, epoch)
	}
	s := x.pack("/q")
	s.saved, s.position, s.wakes, s.beyond = epoch, []byte("here"), map[string]int64{"task 2": 7, "": -1}, 9
	return s
}

// someParts is a file of parts that lies in memory.
type someParts [][]byte

func (p someParts) Len() int { return len(p) }

func (p someParts) Get(number uint64, _ []byte) ([]byte, bool) { return slices.Clone(p[number]), true }

// collect returns the parts of a file.
func collect(p *packed) (parts someParts) {
	for part := range p.parts() {
		parts = append(parts, slices.Clone(part))
	}
	return parts
}

func TestWhatIsStoredIsReadBack(t *testing.T) {
	s := pack()
	parts := collect(s)
	again := readStored(parts, "/q", nil)
	if again == nil {
		t.Fatal("it is not read back")
	}
	deps := map[string][]string{}
	for i := 2; i < 100; i += 4 {
		deps[fmt.Sprint("task ", i)] = []string{"task 1", fmt.Sprint("task ", i-4)}
	}
	for _, same := range []struct {
		name     string
		was, now any
	}{
		{"saved", s.saved.UnixNano(), again.saved.UnixNano()},
		{"position", s.position, again.position},
		{"keys", slices.Collect(s.listed), again.keys},
		{"horizons", s.horizons, again.horizons},
		{"dependencies", deps, again.part.deps.on},
		{"wakes", s.wakes, again.wakes},
		{"wakes beyond", s.beyond, again.beyond},
	} {
		if !reflect.DeepEqual(same.was, same.now) {
			t.Errorf("%s: %+v is read back as %+v", same.name, same.was, same.now)
		}
	}
	if states := again.part.counts.states(); again.part.census.used != 100 || states[model.StateQueued] != 25 {
		t.Errorf("%d tasks are known, of the states %v", again.part.census.used, states)
	}
	for i := range 100 {
		if _, known := again.part.census.get(fmt.Sprint("task ", i)); !known {
			t.Errorf("task %d is not known", i)
		}
	}
	if readStored(collect(pack())[1:], "/q", nil) != nil {
		t.Error("it is read without a part")
	}
}

// TestTablesOfStandingsThatCannotBeAreRefused: no slot of such a table would be found, or all
// of them are full.
func TestTablesOfStandingsThatCannotBeAreRefused(t *testing.T) {
	for _, header := range [][2]int64{{-1, 0}, {2, 0}, {leastSlots / 2, 0}, {2 * mostSlots, 0}, {leastSlots, 1}, {leastSlots, leastSlots}} {
		parts := collect(pack())
		table := writer{}
		table.ints(header[0], header[1])
		parts[2] = table
		if readStored(parts, "/q", nil) != nil {
			t.Errorf("a table of %d slots with %d standings that are not there is read", header[0], header[1])
		}
	}
}

// FuzzParseStored: a file whose check sum is right may still hold anything.
func FuzzParseStored(f *testing.F) {
	nothing := newIndex(room{20, 20}, 2, nil, nil).pack("/q")
	for i, part := range collect(nothing) {
		f.Add(i, part)
	}
	for i, part := range collect(pack()) {
		f.Add(i, part)
		f.Add(i, part[:len(part)/2])
	}
	f.Fuzz(func(_ *testing.T, at int, part []byte) {
		parts := collect(pack())
		parts[max(at, -at)%len(parts)] = part
		s := readStored(parts, "/q", nil)
		if s == nil {
			return
		}
		x := newIndex(room{20, 20}, 2, nil, nil)
		fresh := newIndex(room{20, 20}, 2, nil, nil)
		fresh.parts["/q"] = &s.part
		(&recalled{stored: s, f: &feed{queue: "/q"}, fresh: fresh}).putInto(x, epoch)
		for _, k := range s.keys {
			x.adopt(k, nil, epoch)
		}
		x.putRow(doneRow("task 7", 3), epoch)
		x.dropTask(model.Ref{Queue: "/q", ID: "task 8"})
		x.updateShared(epoch.Add(time.Hour))
		for _, p := range x.panes {
			p.view()
		}
	})
}

// TestKeysAreWrittenInParts: a file is written while the keys of one part are in memory, and
// they are read back in the order of the index.
func TestKeysAreWrittenInParts(t *testing.T) {
	const tasks = 2*keysInPart + 1
	x := newIndex(room{tasks, 20}, 2, nil, nil)
	for i := range tasks {
		x.putRow(doneRow(fmt.Sprint("task ", i), i), epoch)
	}
	s := x.pack("/q")
	s.saved, s.wakes = epoch, map[string]int64{}
	parts := collect(s)
	if len(parts) != keyParts+3 {
		t.Errorf("there are %d parts", len(parts))
	}
	again := readStored(parts, "/q", nil)
	if again == nil || !reflect.DeepEqual(again.keys, x.keysOf("/q")) {
		t.Error("the keys are not read back")
	}
	if len(parts[keyParts]) > len(parts[keyParts+1])+keysInPart {
		t.Error("the parts are not alike")
	}
}

// damagedParts is a file of which one part cannot be read.
type damagedParts struct {
	someParts
	at uint64
}

func (p damagedParts) Get(number uint64, into []byte) ([]byte, bool) {
	part, _ := p.someParts.Get(number, into)
	return part, number != p.at
}

func TestAFileWithADamagedPartIsNotRead(t *testing.T) {
	parts := collect(pack())
	for at := range parts {
		if readStored(damagedParts{parts, uint64(at)}, "/q", nil) != nil {
			t.Errorf("without part %d it is read", at)
		}
	}
}

// TestKeysOfSomeLoopsAreRead: of a large queue those keys are read that matter for one task.
func TestKeysOfSomeLoopsAreRead(t *testing.T) {
	parts := collect(pack())
	all := readStored(parts, "/q", nil).keys
	for _, of := range all {
		some := readStored(parts, "/q", map[uint64]bool{of.loop: true})
		want := slices.DeleteFunc(slices.Clone(all), func(k *Key) bool { return k.loop != of.loop })
		if !reflect.DeepEqual(some.keys, want) || some.part.census.used != 100 {
			t.Fatalf("of the loop %d: %d keys, want %d", of.loop, len(some.keys), len(want))
		}
	}
	if none := readStored(parts, "/q", map[uint64]bool{}); none == nil || len(none.keys) > 0 {
		t.Error("keys of no loop are read")
	}
}

// TestStandingsAreReadBack: a table of any size is the same afterwards, also where hashes lie beyond
// its end, and can be changed.
func TestStandingsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		was := &census{}
		if tasks := rapid.IntRange(0, 400).Draw(t, "room"); tasks > 0 {
			was.reserve(tasks)
		}
		standings, name := map[string]standing{}, rapid.IntRange(0, 1e6).Draw(t, "name")
		for i := range rapid.IntRange(0, 400).Draw(t, "tasks") {
			id := fmt.Sprint(name, " ", i)
			standings[id] = newStanding(class(i%numClasses), i%int(numWeights), classify.Tally{})
			was.set(id, standings[id])
		}
		var p part
		if !p.decode(sortStandings(was.encode())) {
			t.Fatal("it is not read back")
		}
		for id, s := range standings {
			if now, known := p.census.get(id); !known || now != s {
				t.Fatalf("%s: %v, %v, want %v", id, now, known, s)
			}
		}
		for id := range standings {
			if _, known := p.census.remove(id); !known {
				t.Fatalf("%s is not known when others are removed", id)
			}
		}
		if p.census.used != 0 {
			t.Errorf("%d tasks are left", p.census.used)
		}
	})
	for name, slots := range map[string][]uint64{
		"out of order": {occupied | 2<<standingBits, occupied | 1<<standingBits}, "twice": {occupied | 1<<standingBits, occupied | 1<<standingBits | 1}, "empty": {1 << standingBits},
	} {
		raw := writer{}
		raw.ints(leastSlots, int64(len(slots)))
		for _, slot := range slots {
			raw = binary.LittleEndian.AppendUint64(raw, slot)
		}
		if new(part).decode(raw) {
			t.Errorf("%s: it is read", name)
		}
	}
}
