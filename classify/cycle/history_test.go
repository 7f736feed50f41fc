package cycle

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

var t0 = time.Date(2030, 1, 2, 3, 4, 0, 0, time.UTC)

// history makes events of the kinds, a minute apart.
func history(kinds ...model.EventKind) []model.Event {
	events := make([]model.Event, len(kinds))
	for i, k := range kinds {
		events[i] = model.Event{Seq: int64(i + 1), Kind: k, At: t0.Add(time.Duration(i) * time.Minute)}
	}
	return events
}

const (
	block    = model.EventBlocked
	unblock  = model.EventUnblocked
	comment  = model.EventCommented
	finish   = model.EventFinished
	requeue  = model.EventRequeued
	loopSeen = model.EventBlockLoop
)

func TestBlockUnblock(t *testing.T) {
	now := t0.Add(time.Hour)
	for _, tt := range []struct {
		name   string
		events []model.Event
		window time.Duration
		want   int
	}{
		{"nothing", nil, time.Hour * 24, 0},
		{"blocked once", history(block), time.Hour * 24, 0},
		{"blocked twice without a release", history(block, block), time.Hour * 24, 0},
		{"one round", history(block, unblock, block), time.Hour * 24, 1},
		{"a requeue releases as well", history(block, requeue, block), time.Hour * 24, 1},
		{"the owner's own word for it", history(block, unblock, loopSeen), time.Hour * 24, 1},
		{"three rounds", history(block, unblock, block, unblock, block, unblock, block), time.Hour * 24, 3},
		{"comments and edits do not reset", history(block, comment, unblock, model.EventEdited, comment, block, model.EventClaimed, unblock, block), time.Hour * 24, 2},
		{"a release alone does not count", history(block, unblock, unblock, unblock, block), time.Hour * 24, 1},
		{"a completion resets", history(block, unblock, block, unblock, finish, block, unblock, block), time.Hour * 24, 1},
		{"old rounds leave the window", history(block, unblock, block, unblock, block), 57 * time.Minute, 1},
		{"a round as old as the window is out", history(block, unblock, block), 58 * time.Minute, 0},
		{"no window", history(block, unblock, block), 0, 1},
		{"no times", []model.Event{{Seq: 1, Kind: block}, {Seq: 2, Kind: unblock}, {Seq: 3, Kind: block}}, 0, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := BlockUnblock(tt.events, tt.window, now); got.Count != tt.want || len(got.Seqs) != tt.want {
				t.Errorf("got %+v, want %d", got, tt.want)
			}
		})
	}
}

func TestBlockUnblockGoesByArrival(t *testing.T) {
	events := history(block, unblock, block)
	events[1].At = t0.Add(30 * time.Minute) // a clock that jumped
	events[0], events[2] = events[2], events[0]
	got := BlockUnblock(events, time.Hour, t0.Add(40*time.Minute))
	at := t0.Add(2 * time.Minute)
	want := Cycle{Count: 1, First: at, Last: at, Expires: at.Add(time.Hour), Seqs: []int64{3}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBlockUnblockProperties(t *testing.T) {
	kind := rapid.SampledFrom([]model.EventKind{block, unblock, requeue, loopSeen, finish})
	noise := rapid.SampledFrom([]model.EventKind{comment, model.EventEdited, model.EventClaimed, model.EventOther, model.EventReleased})
	rapid.Check(t, func(t *rapid.T) {
		var plain, noisy []model.Event
		seq := int64(0)
		for i, k := range rapid.SliceOfN(kind, 0, 30).Draw(t, "kinds") {
			at := t0.Add(time.Duration(i)*time.Minute + time.Duration(rapid.IntRange(-90, 90).Draw(t, "skew"))*time.Second)
			for range rapid.IntRange(0, 2).Draw(t, "noise") {
				seq++
				noisy = append(noisy, model.Event{Seq: seq, Kind: noise.Draw(t, "kind"), At: at})
			}
			seq++
			e := model.Event{Seq: seq, Kind: k, At: at}
			plain, noisy = append(plain, e), append(noisy, e)
		}
		window := time.Duration(rapid.IntRange(1, 60).Draw(t, "window")) * time.Minute
		now := t0.Add(time.Duration(rapid.IntRange(0, 60).Draw(t, "now")) * time.Minute)
		got := BlockUnblock(noisy, window, now)
		if diff := cmp.Diff(BlockUnblock(plain, window, now), got); diff != "" {
			t.Fatalf("comments change the count: %s", diff)
		}
		if wider := BlockUnblock(noisy, window+time.Minute, now); wider.Count < got.Count {
			t.Fatalf("a wider window counts %d, not %d", wider.Count, got.Count)
		}
		if later := BlockUnblock(noisy, window, now.Add(time.Minute)); later.Count > got.Count {
			t.Fatalf("later it counts %d, not %d", later.Count, got.Count)
		}
		if got.Count == 0 {
			return
		}
		if then := BlockUnblock(noisy, window, got.Expires.Add(-1)); then.Count < got.Count {
			t.Fatalf("before it expires it counts %d, not %d", then.Count, got.Count)
		}
		if then := BlockUnblock(noisy, window, got.Expires); then.Count >= got.Count {
			t.Fatalf("once expired it still counts %d", then.Count)
		}
	})
}

func TestRequeues(t *testing.T) {
	note := func(events []model.Event, notes ...string) []model.Event {
		for i := range notes {
			events[i].Note = notes[i]
		}
		return events
	}
	for _, tt := range []struct {
		name   string
		events []model.Event
		want   int
	}{
		{"never sent back", note(history(block, unblock, block), "a", "", "a"), 0},
		{"sent back, same obstacle", note(history(block, requeue, block), "a", "", "a"), 1},
		{"sent back, other obstacle", note(history(block, requeue, block), "a", "", "b"), 0},
		{"false completions count", note(history(finish, requeue, finish, requeue, finish), "a", "", "a", "", "a"), 2},
		{"a good end begins anew", note(history(block, requeue, finish, requeue, block, requeue, block), "a", "", "", "", "a", "", "a"), 1},
		{"comments do not matter", note(history(block, comment, requeue, comment, block), "a", "x", "", "y", "a"), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := Requeues(tt.events, func(e model.Event) string { return e.Note })
			if got.Count != tt.want {
				t.Errorf("got %d, want %d", got.Count, tt.want)
			}
		})
	}
}
