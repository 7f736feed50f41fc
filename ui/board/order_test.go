package board

import (
	"cmp"
	"slices"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

// compareRows is the order of a pane as its rows tell it, with which that of the keys is compared. The active pane lists rows with a finding
// of at least warning severity first, then running tasks, then queued and
// scheduled ones. The other panes list the worst findings first, then the newest
// rows; the false-done pane lists corroborated rows before all others. Ties are
// broken by Ref, so the order is total.
func compareRows(a, b *model.Row) int {
	if a.State == model.StateFalseDone && b.State == model.StateFalseDone && corroborated(a) != corroborated(b) {
		if corroborated(a) {
			return -1
		}
		return 1
	}
	if c := cmp.Compare(alertWeight(b), alertWeight(a)); c != 0 {
		return c
	}
	if a.State.Pane() == model.PaneActive && b.State.Pane() == model.PaneActive {
		if c := cmp.Compare(activeRank(a.State), activeRank(b.State)); c != 0 {
			return c
		}
		if a.State == model.StateScheduled {
			if c := compareTime(a.Due, b.Due); c != 0 {
				return c
			}
		}
		if c := cmp.Compare(b.Priority, a.Priority); c != 0 && a.State == model.StateQueued {
			return c
		}
		if c := compareTime(a.Since(), b.Since()); c != 0 {
			return c
		}
	} else if c := newestFirst(a.Since(), b.Since()); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Queue, b.Queue); c != 0 {
		return c
	}
	return cmp.Compare(a.ID, b.ID)
}

// alertWeight returns Weight where it stands for at least a warning, otherwise 0.
func alertWeight(r *model.Row) int {
	if w := r.Weight(); w > int(model.SeverityWarning) {
		return w
	}
	return 0
}

// activeRank orders the states within the active pane.
func activeRank(s model.State) int {
	switch s {
	case model.StateActive:
		return 0
	case model.StateQueued:
		return 1
	case model.StateScheduled:
		return 2
	default:
		return 3
	}
}

// compareTime orders times from the oldest to the newest, zero times last.
func compareTime(a, b time.Time) int {
	switch {
	case a.IsZero() && b.IsZero():
		return 0
	case a.IsZero():
		return 1
	case b.IsZero():
		return -1
	}
	return a.Compare(b)
}

// newestFirst orders times from the newest to the oldest, zero times last.
func newestFirst(a, b time.Time) int {
	if a.IsZero() || b.IsZero() {
		return compareTime(a, b)
	}
	return b.Compare(a)
}

// corroborated reports whether the verdict rests on more than the agent's words.
// The false-done pane lists these rows first, because many tasks that only their
// words accuse are done.
func corroborated(r *model.Row) bool { return r.Grade >= model.GradeStrong }

// placedRow makes a row whose age and state matter for the order.
func placedRow(id string, s model.State, minutes int, findings ...model.Finding) *model.Row {
	at := time.Unix(1_900_000_000, 0).Add(-time.Duration(minutes) * time.Minute)
	return &model.Row{
		Task:    model.Task{Queue: "q", ID: id, Created: at, Started: at, Updated: at},
		Verdict: model.Verdict{State: s, Findings: findings},
	}
}

// flagged returns a finding of the severity.
func flagged(s model.Severity, discounted bool) model.Finding {
	return model.Finding{Rule: "r", Severity: s, Count: 1, Discounted: discounted}
}

func TestOrderOfTheActivePane(t *testing.T) {
	later := placedRow("due-later", model.StateScheduled, 1)
	later.Due = time.Unix(1_900_000_900, 0)
	soon := placedRow("due-soon", model.StateScheduled, 9)
	soon.Due = time.Unix(1_900_000_100, 0)
	urgent := placedRow("queued-urgent", model.StateQueued, 1)
	urgent.Priority = 5
	rows := []*model.Row{
		later, soon, placedRow("queued-new", model.StateQueued, 2), placedRow("queued-old", model.StateQueued, 90), urgent,
		placedRow("running", model.StateActive, 3), placedRow("queued-stuck", model.StateQueued, 60, flagged(model.SeverityWarning, false)),
		placedRow("running-stale", model.StateActive, 60, flagged(model.SeverityError, false)),
	}
	slices.SortFunc(rows, compareRows)
	var got []string
	for _, r := range rows {
		got = append(got, r.ID)
	}
	want := []string{"running-stale", "queued-stuck", "running", "queued-urgent", "queued-old", "queued-new", "due-soon", "due-later"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestNewestFirstElsewhere(t *testing.T) {
	rows := []*model.Row{
		{Task: model.Task{Queue: "q", ID: "unknown"}, Verdict: model.Verdict{State: model.StateFailed}},
		placedRow("old", model.StateFailed, 90), placedRow("new", model.StateFailed, 1),
		placedRow("bad", model.StateFailed, 300, flagged(model.SeverityCritical, false)),
	}
	slices.SortFunc(rows, compareRows)
	if rows[0].ID != "bad" || rows[1].ID != "new" || rows[2].ID != "old" || rows[3].ID != "unknown" {
		t.Errorf("order %s %s %s %s", rows[0].ID, rows[1].ID, rows[2].ID, rows[3].ID)
	}
}

func TestWhatIsBorneOutStandsFirstAmongFalseDone(t *testing.T) {
	graded := func(id string, g model.Grade, minutes int, findings ...model.Finding) *model.Row {
		r := placedRow(id, model.StateFalseDone, minutes, findings...)
		r.Grade = g
		return r
	}
	rows := []*model.Row{
		graded("words-critical", model.GradeTextOnly, 1, flagged(model.SeverityCritical, false)),
		graded("cannot-tell", model.GradeCannotTell, 2), graded("words-new", model.GradeTextOnly, 3),
		graded("proven-old", model.GradeProven, 900), graded("strong-new", model.GradeStrong, 4),
		graded("strong-error", model.GradeStrong, 800, flagged(model.SeverityError, false)),
	}
	slices.SortFunc(rows, compareRows)
	var got []string
	for _, r := range rows {
		got = append(got, r.ID)
	}
	want := []string{"strong-error", "strong-new", "proven-old", "words-critical", "cannot-tell", "words-new"}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	failed := []*model.Row{placedRow("old", model.StateFailed, 9), placedRow("new", model.StateFailed, 1)}
	failed[0].Grade = model.GradeProven
	if compareRows(failed[0], failed[1]) < 0 {
		t.Error("grades order the failed pane too")
	}
}

func TestRowsHaveATotalOrder(t *testing.T) {
	one := rapid.Custom(func(t *rapid.T) *model.Row {
		r := placedRow(rapid.StringMatching("[a-c]").Draw(t, "id"), model.State(rapid.IntRange(0, model.NumStates-1).Draw(t, "state")), rapid.IntRange(0, 3).Draw(t, "age"))
		r.Priority = rapid.IntRange(0, 1).Draw(t, "priority")
		r.Grade = model.Grade(rapid.IntRange(0, 3).Draw(t, "grade"))
		if rapid.Bool().Draw(t, "finding") {
			r.Findings = []model.Finding{flagged(model.Severity(rapid.IntRange(0, model.NumSeverities-1).Draw(t, "severity")), rapid.Bool().Draw(t, "discounted"))}
		}
		if rapid.Bool().Draw(t, "due") {
			r.Due = r.Created
		}
		return r
	})
	rapid.Check(t, func(t *rapid.T) {
		pane := model.Pane(rapid.IntRange(0, model.NumPanes-1).Draw(t, "pane"))
		mine := one.Filter(func(r *model.Row) bool { return r.State.Pane() == pane })
		a, b, c := mine.Draw(t, "a"), mine.Draw(t, "b"), mine.Draw(t, "c")
		if compareRows(a, b) != -compareRows(b, a) {
			t.Fatalf("%v and %v are not ordered the same both ways", a, b)
		}
		if compareRows(a, b) <= 0 && compareRows(b, c) <= 0 && compareRows(a, c) > 0 {
			t.Fatal("the order is not transitive")
		}
		if compareRows(a, b) == 0 && a.Ref() != b.Ref() {
			t.Fatal("two tasks are the same place")
		}
	})
}
