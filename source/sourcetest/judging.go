package sourcetest

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/classify"
	"notdone/model"
)

// messagesHoldNoAges: the same case judged at two clocks has the same messages. Whoever
// shows a finding writes its age: a message that contained one would have its task judged
// and drawn again although nothing happened.
func messagesHoldNoAges(t *testing.T, h *Harness) {
	tr := begin(t, h, 40)
	judge := classify.New(classify.DefaultConfig(), h.Adapter.Rules...)
	type kind struct {
		rule     string
		severity model.Severity
		count    int // what leaves the window of a loop is no longer counted
	}
	for _, c := range List(t, tr.Source, 100) {
		recorded := h.Adapter.StateOf(&c)
		var before map[kind][]string
		for _, later := range []time.Duration{0, 50 * time.Hour, 50*time.Hour + 7*time.Minute, 2000 * time.Hour} {
			now := map[kind][]string{}
			for _, f := range judge.Judge(&c, recorded, h.Options.Now().Add(later)).Findings {
				of := kind{f.Rule, f.Severity, f.Count}
				now[of] = append(now[of], f.Message)
				if said, known := before[of]; known && !slices.Contains(said, f.Message) {
					t.Errorf("%s, %v later: %s says %q, and said %q", c.Task.ID, later, f.Rule, f.Message, said)
				}
			}
			before = now
		}
	}
}

// judged is what is concluded of a task at one moment.
type judged struct {
	Verdict  model.Verdict
	Recorded string
	Actions  []model.Action
}

// verdictsHoldUntil: read and judged at any moment before its Until, a task has the same
// verdict, and at its Until it has another one. A board that relies on it reads nothing
// while nothing changes.
func verdictsHoldUntil(t *testing.T, h *Harness) {
	start := h.Options.Now()
	now, clocked := start, *h
	clocked.Options.Now = func() time.Time { return now }
	tr := begin(t, &clocked, 12)
	ids := idsOf(List(t, tr.Source, 100))
	judge := classify.New(classify.DefaultConfig(), h.Adapter.Rules...)
	judgeAt := func(at time.Time) map[string]judged {
		now = at
		cases, err := tr.Get(t.Context(), ids)
		if err != nil {
			t.Fatal(err)
		}
		all := map[string]judged{}
		for i := range cases {
			all[cases[i].Task.ID] = tr.judge(judge, &cases[i], at)
		}
		return all
	}
	rapid.Check(t, func(rt *rapid.T) {
		from := start.Add(drawPause(rt, "from"))
		was := judgeAt(from)
		later := from.Add(drawPause(rt, "later"))
		id := rapid.SampledFrom(ids).Draw(rt, "id")
		if until := was[id].Verdict.Until; !until.IsZero() {
			later = until.Add(-time.Duration(rapid.IntRange(0, 1).Draw(rt, "before")))
		}
		for id, is := range judgeAt(later) {
			until := was[id].Verdict.Until
			before, after := was[id], is
			before.Verdict.Until, after.Verdict.Until = time.Time{}, time.Time{}
			switch diff := cmp.Diff(before, after); {
			case until.IsZero() || later.Before(until):
				if diff != "" {
					rt.Errorf("%s, judged at %v until %v, is another at %v: %s", id, from, until, later, diff)
				}
			case later.Equal(until) && diff == "":
				rt.Errorf("%s, judged at %v until %v, is the same then", id, from, until)
			}
		}
	})
}

// drawPause draws a length of time of any scale up to two months.
func drawPause(rt *rapid.T, label string) time.Duration {
	scale := rapid.SampledFrom([]time.Duration{time.Nanosecond, time.Second, time.Minute, time.Hour, 24 * time.Hour}).Draw(rt, label+" scale")
	return time.Duration(rapid.IntRange(0, 60).Draw(rt, label)) * scale
}

// judge judges a case as a board does.
func (tr *trial) judge(j *classify.Judge, c *model.Case, at time.Time) judged {
	a := &tr.h.Adapter
	for a.Other != nil && c.Task.Source != a.Kind {
		a = a.Other
	}
	recorded := a.StateOf(c)
	is := judged{Verdict: j.Judge(c, recorded, at), Recorded: c.Task.Recorded}
	if a.Actions != nil {
		is.Actions = a.Actions(c, &is.Verdict)
	}
	return is
}
