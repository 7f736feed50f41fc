package board

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// criticalCase is a task of a state that has a critical finding.
func criticalCase(id string, state model.State) model.Case {
	return judged(id, func(time.Time) model.Verdict {
		return model.Verdict{State: state, Findings: []model.Finding{{Rule: "r", Severity: model.SeverityCritical, Count: 1}}}
	})
}

// alarmsOf returns the alarms, sorted, which must be the same and in the same order when it is not
// known which tasks came since.
func alarmsOf(t *testing.T, s, before *Snapshot) (all []string) {
	t.Helper()
	alarms, walked := s.Alarms(before), *s
	walked.came = recentAlarms{}
	if d := cmp.Diff(walked.Alarms(before), alarms); d != "" {
		t.Errorf("a walk over all finds others: %s", d)
	}
	for _, a := range alarms {
		said := a.ID + " " + a.State.String()
		if a.Critical {
			said += " critical"
		}
		all = append(all, said)
	}
	slices.Sort(all)
	return all
}

// TestAlarms: what became blocked or false-done, or got a critical finding, is an alarm when it
// comes, and not again while it stays so.
func TestAlarms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		for id, state := range map[string]string{"old": "blocked", "stays": "false-done", "runs": "active", "goes": "blocked", "fails": "active"} {
			src.set(caseOf(id, state))
		}
		src.set(criticalCase("worst", model.StateFailed))
		b := follow(t, Options{}, feedOf(src))
		before := b.settle(second)
		for _, step := range []struct {
			set  []model.Case
			want []string
		}{
			{[]model.Case{caseOf("runs", "blocked"), caseOf("goes", "active"), caseOf("fails", "failed")}, []string{"runs blocked"}},
			{[]model.Case{caseOf("new", "false-done"), criticalCase("fails", model.StateFailed)}, []string{"fails failed critical", "new false-done"}},
			{[]model.Case{criticalCase("runs", model.StateBlocked), caseOf("quiet", "done")}, []string{"runs blocked critical"}},
			{[]model.Case{criticalCase("runs", model.StateFalseDone), caseOf("goes", "blocked")}, []string{"goes blocked", "runs false-done critical"}},
			{[]model.Case{caseOf("more", "queued"), criticalCase("works", model.StateActive)}, []string{"works active critical"}},
			{nil, nil},
		} {
			for _, c := range step.set {
				src.set(c)
			}
			src.signal()
			now := b.settle(second)
			if d := cmp.Diff(step.want, alarmsOf(t, now, before)); d != "" {
				t.Error(d)
			}
			before = now
		}
	})
}

// TestAlarmsOfVeryMany: also where more came than are known one by one, none is missing.
func TestAlarmsOfVeryMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.set(caseOf("old", "blocked"))
		b := follow(t, Options{}, feedOf(src))
		before := b.settle(second)
		for i := range 3 * minRecentAlarms {
			src.set(caseOf(fmt.Sprintf("%05d", i), "blocked"))
			if i%minRecentAlarms == 0 || i == 3*minRecentAlarms-1 {
				src.signal()
				if got := alarmsOf(t, b.settle(time.Minute), before); len(got) != i+1 {
					t.Errorf("%d alarms of %d", len(got), i+1)
				}
			}
		}
		if _, complete := b.Snapshot().came.since(&before.came); complete {
			t.Error("all that came are known")
		}
	})
}

// TestNoAlarmsWhileAQueueIsListed: what is found while a queue is listed for the first time
// was there before, and another queue's tasks are told of meanwhile.
func TestNoAlarmsWhileAQueueIsListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long, short := newFake("/long"), newFake("/short")
		for i := range 3 * page {
			long.set(caseOf(fmt.Sprintf("%05d", i), "blocked"))
		}
		short.set(caseOf("s", "active"))
		b := prepare(t, Options{}, feedOf(long), feedOf(short))
		long.paged = func(int) { time.Sleep(10 * second) }
		b.start(t)
		before := b.settle(15 * second)
		if n := before.Rows(model.PaneBlocked).Len(); n == 0 || n == 3*page {
			t.Fatalf("%d tasks are listed: want some", n)
		}
		short.set(caseOf("s", "blocked"))
		short.signal()
		now := b.settle(10 * second)
		if d := cmp.Diff([]string{"s blocked"}, alarmsOf(t, now, before)); d != "" {
			t.Error(d)
		}
		before, now = now, b.settle(time.Minute)
		if got := alarmsOf(t, now, before); len(got) > 0 || now.Loading() {
			t.Errorf("%d alarms of what was there before", len(got))
		}
	})
}

// TestNoAlarmsByOtherTasks: a task that is judged otherwise because others turned out so has
// not changed.
func TestNoAlarmsByOtherTasks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := queueOf(930, 4, doubted("a", 0.6, model.GradeTextOnly))
		b := follow(t, Options{}, feedOf(src))
		before := b.settle(second)
		for i := range 100 {
			src.set(doubted(fmt.Sprintf("more%d", i), 0.9, model.GradeStrong))
		}
		src.signal()
		now := b.settle(second)
		r, _ := now.Get(model.Ref{Queue: "/q", ID: "a"})
		if r.State != model.StateFalseDone {
			t.Fatalf("the doubtful task is %s", r.State)
		}
		if got := alarmsOf(t, now, before); len(got) != 100 || slices.Contains(got, "a false-done") {
			t.Errorf("alarms are %q", got)
		}
	})
}
