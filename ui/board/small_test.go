package board

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
)

func TestShelfHasNoGaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keep := room{rapid.IntRange(1, 6).Draw(t, "quiet"), rapid.IntRange(1, 20).Draw(t, "loud")}
		x := newIndex(keep, 2, nil, nil)
		queues := []string{"/a", "/b"}[:rapid.IntRange(1, 2).Draw(t, "queues")]
		all := map[model.Ref]*model.Row{}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			queue := rapid.SampledFrom(queues).Draw(t, "queue")
			r := mostlyQuiet(t, queue)
			switch rapid.IntRange(0, 9).Draw(t, "op") {
			case 0, 1:
				x.dropTask(r.Ref())
				delete(all, r.Ref())
			case 2:
				fresh := newIndex(keep, 2, nil, nil)
				maps.DeleteFunc(all, func(ref model.Ref, _ *model.Row) bool { return ref.Queue == queue })
				for range rapid.IntRange(0, 20).Draw(t, "listed") {
					r := mostlyQuiet(t, queue)
					fresh.putRow(r, epoch)
					all[r.Ref()] = r
				}
				x.replaceQueue(queue, fresh, epoch)
			default:
				x.putRow(r, epoch)
				all[r.Ref()] = r
			}
			checkShelves(t, x, all, keep)
		}
	})
}

func mostlyQuiet(t *rapid.T, queue string) *model.Row {
	r := anyRow(t, queue)
	r.DependsOn = nil
	if rapid.IntRange(0, 4).Draw(t, "quiet") > 0 {
		r.Obstacle, r.Findings = nil, nil
		r.State = rapid.SampledFrom([]model.State{model.StateQueued, model.StateDone}).Draw(t, "quiet state")
	}
	return r
}

// checkShelves sees to it that the rows of each class that are held are the
// first ones of all, and that it is known when too few are.
func checkShelves(t *rapid.T, x *index, all map[model.Ref]*model.Row, keep room) {
	var classes [numClasses][]*model.Row
	for _, r := range all {
		classes[classOf(r)] = append(classes[classOf(r)], r)
	}
	held := 0
	for c, rows := range classes {
		c, shelf := class(c), x.shelves[c]
		if c.loud() {
			held += len(rows)
			continue
		}
		slices.SortFunc(rows, compareRows)
		n := shelf.keys.Len()
		held += n
		if n > keep.quiet || n > len(rows) {
			t.Fatalf("%d of %d rows are held", n, len(rows))
		}
		for i, r := range shelf.keys.Items() {
			if r.ref() != rows[i].Ref() {
				t.Fatalf("row %d of state %v is %s, want %s", i, c.state(), r.id, rows[i].ID)
			}
		}
		if missing := len(rows) > n && n < (keep.quiet+1)/2; x.short(c, len(rows)) != missing {
			t.Fatalf("short is %v for %d of %d rows", !missing, n, len(rows))
		}
	}
	if x.keys.Len() != held {
		t.Fatalf("%d rows are held, want %d", x.keys.Len(), held)
	}
}

func TestCensus(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c census
		want := map[string]standing{}
		for range rapid.IntRange(0, 400).Draw(t, "steps") {
			id := fmt.Sprint(rapid.IntRange(0, 150).Draw(t, "id"))
			was, known := want[id]
			var got standing
			var had bool
			if rapid.Bool().Draw(t, "remove") {
				got, had = c.remove(id)
				delete(want, id)
			} else {
				s := standing(rapid.IntRange(0, standingMask).Draw(t, "standing"))
				got, had = c.set(id, s)
				want[id] = s
			}
			if had != known || got != was {
				t.Fatalf("%s was %v, %v, want %v, %v", id, got, had, was, known)
			}
		}
		for i := range 150 {
			id := fmt.Sprint(i)
			if _, known := want[id]; has(&c, id) != known {
				t.Fatalf("has(%s) is %v", id, !known)
			}
		}
		if c.used != len(want) {
			t.Fatalf("%d tasks are counted, want %d", c.used, len(want))
		}
	})
}

func TestStandingHoldsEveryStateAndWeight(t *testing.T) {
	for state := range model.NumStates {
		for severity := range model.NumSeverities {
			r := &model.Row{}
			r.State = model.State(state)
			r.Findings = []model.Finding{{Severity: model.Severity(severity)}}
			s := (&shared{}).standingOf(r)
			if s.class() != classOf(r) || s.class().state() != r.State || s.weight() != r.Weight() || s > standingMask {
				t.Errorf("%v, %d becomes %v, %d", r.State, r.Weight(), s.class().state(), s.weight())
			}
		}
	}
}

func TestWakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w wakes
		want := map[string]time.Time{}
		now := epoch
		for range rapid.IntRange(0, 200).Draw(t, "steps") {
			id := fmt.Sprint(rapid.IntRange(0, 20).Draw(t, "id"))
			switch rapid.IntRange(0, 3).Draw(t, "op") {
			case 0:
				w.set(id, time.Time{})
				delete(want, id)
			case 1:
				now = now.Add(time.Duration(rapid.IntRange(0, 30).Draw(t, "pass")) * time.Second)
				n := rapid.IntRange(1, 30).Draw(t, "n")
				due := w.due(now, n)
				for _, id := range due {
					if at, ok := want[id]; !ok || at.After(now) {
						t.Fatalf("%s is due at %v, want %v, %v", id, now, at, ok)
					}
					delete(want, id)
				}
				for id, at := range want {
					if len(due) < n && !at.After(now) {
						t.Fatalf("%s is not due at %v", id, now)
					}
				}
			default:
				at := now.Add(time.Duration(rapid.IntRange(1, 60).Draw(t, "in")) * time.Second)
				w.set(id, at)
				want[id] = at
			}
			var first time.Time
			for _, at := range want {
				if first.IsZero() || at.Before(first) {
					first = at
				}
			}
			if got, ok := w.next(); !got.Equal(first) || ok != (len(want) > 0) {
				t.Fatalf("the next is %v, want %v", got, first)
			}
			if len(w.at) != len(want) || len(want) > 0 && w.order.Len() != len(want) {
				t.Fatalf("%d moments in order and %d tasks, want %d", w.order.Len(), len(w.at), len(want))
			}
		}
	})
}

func has(c *census, id string) bool {
	_, known := c.get(id)
	return known
}

func TestPositionsBeyondTheEnds(t *testing.T) {
	for _, i := range []int{-1, 0} {
		if g, ok := (Groups{}).At(i); ok || g != nil {
			t.Errorf("group %d of none is %+v", i, g)
		}
	}
}
