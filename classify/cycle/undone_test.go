package cycle

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

func TestIgnoreUndoneReleases(t *testing.T) {
	const claim, release, gaveUp = model.EventClaimed, model.EventReleased, model.EventGaveUp
	const fail, other = model.EventFailed, model.EventOther
	kinds := func(all ...model.EventKind) []model.EventKind { return all }
	for _, tt := range []struct {
		name   string
		events []model.EventKind
		notes  []string // of the events, "" for those after it
		undo   string   // the beginning of an undo's note
		change func(*model.Case)
		want   []model.EventKind // nil: as they were
		since  int               // the event at which the block begins
	}{
		{name: "released and put back", events: kinds(claim, block, unblock, block), want: kinds(claim, block, other, other), since: 1},
		{
			name: "put back three times", events: kinds(claim, block, unblock, block, comment, unblock, block, unblock, block),
			want: kinds(claim, block, other, other, comment, other, other, other, other), since: 1,
		},
		{name: "worked on in between", events: kinds(claim, block, unblock, claim, block), since: 4},
		{
			name: "a run in between that nobody claimed", events: kinds(claim, block, unblock, block), since: 3,
			change: func(c *model.Case) { c.Runs = []model.Run{{Started: t0.Add(150 * time.Second)}} },
		},
		{
			name: "the end of a run", events: kinds(claim, block, unblock, block), since: 3,
			change: func(c *model.Case) { c.Events[3].RunID = "2" },
		},
		{name: "nobody's work is recorded", events: kinds(block, unblock, block, unblock, block), since: 4},
		{name: "a failure put back", events: kinds(claim, fail, requeue, fail), want: kinds(claim, fail, other, other)},
		{
			name: "giving up is told by two events", events: kinds(claim, gaveUp, unblock, block, gaveUp),
			want: kinds(claim, gaveUp, other, other, other), since: 1,
		},
		{name: "blocked where it had been done", events: kinds(claim, finish, requeue, block), since: 3},
		{
			name: "held and put back", events: kinds(claim, block, release, block), want: kinds(claim, block, other, other), since: 1,
			change: func(c *model.Case) {
				c.Runs = []model.Run{{Started: c.Events[2].At, Ended: c.Events[2].At, Outcome: model.OutcomeReleased}}
			},
		},
		{
			name: "let go by a worker in between", events: kinds(claim, block, release, block), since: 3,
			change: func(c *model.Case) {
				c.Runs = []model.Run{{Started: t0.Add(90 * time.Second), Ended: c.Events[2].At, Outcome: model.OutcomeReleased}}
			},
		},
		{name: "claimed and let go in between", events: kinds(claim, block, unblock, claim, release, block), since: 5},
		{name: "released and left so", events: kinds(claim, block, unblock)},
		{
			name: "put back with the same reason", events: kinds(claim, block, unblock, block),
			notes: []string{"", "which key?", "", "which key?"}, want: kinds(claim, block, other, other), since: 1,
		},
		{
			name: "blocked for another reason", events: kinds(claim, block, unblock, block), since: 3,
			notes: []string{"", "which key?", "", "wait for legal"},
		},
		{
			name: "put back to the newer of two blocks", events: kinds(claim, block, unblock, block, unblock, block), since: 3,
			notes: []string{"", "which key?", "", "wait for legal", "", "wait for legal"}, want: kinds(claim, block, unblock, block, other, other),
		},
		{
			name: "blocked again for the reason of an older block", events: kinds(claim, block, unblock, block, unblock, block), since: 5,
			notes: []string{"", "which key?", "", "wait for legal", "", "which key?"},
		},
		{
			name: "giving up over a block is told by two events", events: kinds(claim, block, gaveUp, unblock, block, gaveUp),
			notes: []string{"", "which key?", "it crashed", "", "which key?", "it crashed"},
			want:  kinds(claim, block, gaveUp, other, other, other), since: 2,
		},
		{
			name: "the note of an undo", events: kinds(claim, block, unblock, block), undo: "undo of ",
			notes: []string{"", "which key?", "", "undo of unblock"}, want: kinds(claim, block, other, other), since: 1,
		},
		{
			name: "no undo by its note", events: kinds(claim, block, unblock, block), undo: "undo of ", since: 3,
			notes: []string{"", "which key?", "", "which key?"},
		},
		{name: "no note where an undo writes one", events: kinds(claim, block, unblock, block), undo: "undo of ", since: 3},
		{
			name: "a new block after an undo", events: kinds(claim, block, unblock, block, unblock, block), undo: "undo of ",
			notes: []string{"", "which key?", "", "undo of unblock"}, want: kinds(claim, block, other, other, unblock, block), since: 5,
		},
		{
			name: "worked on after it was put back", events: kinds(claim, block, unblock, block, unblock, claim, block),
			want: kinds(claim, block, other, other, unblock, claim, block), since: 6,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := model.Case{Events: history(tt.events...)}
			for i, note := range tt.notes {
				c.Events[i].Note = note
			}
			for i, k := range tt.events {
				if k == block || k == gaveUp {
					c.Facts.BlockedAt = c.Events[i].At
				}
			}
			if tt.change != nil {
				tt.change(&c)
			}
			if tt.want == nil {
				tt.want = tt.events
			}
			shared := c.Events
			before := slices.Clone(shared)
			IgnoreUndoneReleases(&c, tt.undo)
			if diff := cmp.Diff(before, shared); diff != "" {
				t.Errorf("events that others may hold have changed: %s", diff)
			}
			var got []model.EventKind
			for _, e := range c.Events {
				got = append(got, e.Kind)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if tt.since > 0 && !c.Facts.BlockedAt.Equal(c.Events[tt.since].At) {
				t.Errorf("blocked since %s, want event %d", c.Facts.BlockedAt, tt.since)
			}
		})
	}
}
