package cli

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

func row(id string, s, recorded model.State, edit func(*model.Row)) *model.Row {
	r := &model.Row{
		Task:    model.Task{ID: id, Title: "Title of " + id, Recorded: recorded.String(), Updated: noon.Add(-2 * time.Hour)},
		Verdict: model.Verdict{State: s, Grade: model.GradeStrong}, RecordedState: recorded,
	}
	if edit != nil {
		edit(r)
	}
	return r
}

func TestTable(t *testing.T) {
	t.Parallel()
	tab := newListing(noon, nil)
	for _, r := range []*model.Row{
		row("done-1", model.StateDone, model.StateDone, func(r *model.Row) { r.Updated = time.Time{} }),
		row("run-1", model.StateActive, model.StateActive, func(r *model.Row) { r.Started, r.Attempts = noon.Add(-time.Minute), 3 }),
		row("lie-1", model.StateFalseDone, model.StateDone, func(r *model.Row) {
			r.Headline = "access is missing"
			r.Obstacle = &model.Obstacle{Text: "  I cannot reach\nthe zone.\x1b[2J "}
			r.Findings = []model.Finding{
				{Severity: model.SeverityCritical, Message: "known to be wrong", Discounted: true},
				{Severity: model.SeverityError, Message: "the message reports an obstacle"},
				{Severity: model.SeverityError, Message: "another"},
			}
		}),
		row("b", model.StateBlocked, model.StateBlocked, nil),
		row("blocked-2", model.StateBlocked, model.StateBlocked, func(r *model.Row) {
			r.Obstacle = &model.Obstacle{Text: "Which one?"}
			r.Findings = []model.Finding{{Severity: model.SeverityInfo, Message: "only noted"}}
		}),
		row("日本", model.StateBlocked, model.StateQueued, func(r *model.Row) { r.Updated = noon.Add(-72 * time.Hour) }),
	} {
		tab.counts[r.State]++
		tab.add(r)
	}
	var got strings.Builder
	out := newOutput(&got)
	if err := errors.Join(tab.print(out), out.flush()); err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		`false-done  lie-1      2h          Title of lie-1`,
		`            queue says done, notdone says false-done (strong): access is missing`,
		`            "I cannot reach the zone.␛[2J"`,
		`            error: the message reports an obstacle`,
		`blocked     b          2h          Title of b`,
		`            no reason was recorded`,
		`blocked     日本       3d          Title of 日本`,
		`            queue says queued, notdone says blocked (strong)`,
		`            no reason was recorded`,
		`blocked     blocked-2  2h          Title of blocked-2`,
		`            "Which one?"`,
		`active      run-1      1m    #3    Title of run-1`,
		`done        done-1                 Title of done-1`,
		`1 active, 3 blocked, 1 false-done, 1 done`,
		``,
	}, "\n")
	if d := cmp.Diff(want, got.String()); d != "" {
		t.Error(d)
	}
}

// What matters most comes first, whatever the order in which it was read: the most severe
// cause with all its tasks, then the one with more of them, then the older one.
func TestTableBeginsWithWhatMattersMost(t *testing.T) {
	t.Parallel()
	stuck := func(id, key string, ago time.Duration, worst model.Severity) *model.Row {
		return row(id, model.StateBlocked, model.StateBlocked, func(r *model.Row) {
			r.Updated = noon.Add(-ago)
			r.Obstacle = &model.Obstacle{Key: key, Name: key, Text: key}
			r.Findings = []model.Finding{{Severity: worst, Message: "found"}}
		})
	}
	rows := []*model.Row{
		row("fails", model.StateFailed, model.StateFailed, func(r *model.Row) {
			r.Headline = "crashed"
			r.Findings = []model.Finding{{Severity: model.SeverityCritical, Message: "found"}}
		}),
		stuck("key-1", "key", 3*time.Hour, model.SeverityWarning),
		stuck("key-2", "key", time.Hour, model.SeverityError),
		stuck("old", "alone", 9*time.Hour, model.SeverityError),
		stuck("older", "another", 10*time.Hour, model.SeverityError),
		row("quiet", model.StateQueued, model.StateQueued, nil),
	}
	want := "fails key-2 key-1 older old quiet"
	for turn := range rows {
		tab := newListing(noon, nil)
		for i := range rows {
			tab.add(rows[(i+turn)%len(rows)])
		}
		var got []string
		tab.sort()
		for _, e := range tab.entries {
			got = append(got, e.key.Facts().ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v, want %s", got, want)
		}
	}
}

func TestTableWithoutTasks(t *testing.T) {
	t.Parallel()
	tab := newListing(noon, nil)
	if got := tab.total(); got != "no tasks" || tab.counted() {
		t.Errorf("%q, %v", got, tab.counted())
	}
	tab.counts[model.StateUnknown]++
	if got := tab.total(); got != "1 unknown (--all lists them)" || !tab.counted() {
		t.Errorf("%q, %v", got, tab.counted())
	}
}

func TestIDWidthIsBounded(t *testing.T) {
	t.Parallel()
	tab := newListing(noon, nil)
	for _, tc := range []struct{ length, want int }{{1, 1}, {500, 40}, {2, 40}} {
		tab.add(row(strings.Repeat("x", tc.length), 0, 0, nil))
		if got := tab.columns[plainID].width; got != tc.want {
			t.Errorf("with an id of %d bytes %d columns, want %d", tc.length, got, tc.want)
		}
	}
}

// broken is an output that takes so many bytes.
type broken struct{ room int }

func (b *broken) Write(p []byte) (int, error) {
	if len(p) > b.room {
		return 0, io.ErrClosedPipe
	}
	b.room -= len(p)
	return len(p), nil
}

func TestOutputKeepsItsError(t *testing.T) {
	t.Parallel()
	out := newOutput(&broken{})
	if err := out.line("short"); err != nil {
		t.Fatalf("a line that fits the buffer: %v", err)
	}
	if err := out.flush(); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("flush: %v", err)
	}
	if err := out.write(make([]byte, 1<<20)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("write: %v", err)
	}
	if err := out.flush(); err != nil {
		t.Errorf("told again: %v", err)
	}
}

func TestUrgency(t *testing.T) {
	t.Parallel()
	finding := func(s model.Severity, discounted bool) func(*model.Row) {
		return func(r *model.Row) { r.Findings = []model.Finding{{Severity: s, Discounted: discounted}} }
	}
	for _, tc := range []struct {
		name string
		row  *model.Row
		want int
	}{
		{"done", row("", model.StateDone, 0, nil), -1},
		{"done, noted", row("", model.StateDone, 0, finding(model.SeverityInfo, false)), int(model.SeverityInfo)},
		{"done, discounted", row("", model.StateDone, 0, finding(model.SeverityCritical, true)), -1},
		{"queued, critical", row("", model.StateQueued, 0, finding(model.SeverityCritical, false)), int(model.SeverityCritical)},
		{"blocked", row("", model.StateBlocked, 0, nil), int(model.SeverityError)},
		{"blocked, warned", row("", model.StateBlocked, 0, finding(model.SeverityWarning, false)), int(model.SeverityError)},
		{"failed, critical", row("", model.StateFailed, 0, finding(model.SeverityCritical, false)), int(model.SeverityCritical)},
		{"unknown", row("", model.StateUnknown, 0, nil), int(model.SeverityWarning)},
		{"false-done, strong", row("", model.StateFalseDone, 0, nil), int(model.SeverityError)},
		{"false-done, words only", row("", model.StateFalseDone, 0, func(r *model.Row) { r.Grade = model.GradeTextOnly }), int(model.SeverityWarning)},
	} {
		if got := urgency(tc.row); got != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, got, tc.want)
		}
	}
}

// A table holds so many rows of a pane and counts the others.
func TestTableIsBounded(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	tb, out := newListing(noon, nil), newOutput(&b)
	for i := range maxRows + 1500 {
		r := &model.Row{Task: model.Task{ID: strconv.Itoa(i)}, Verdict: model.Verdict{State: model.StateFailed}}
		tb.counts[r.State]++
		tb.add(r)
	}
	if err := errors.Join(tb.print(out), out.flush()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n != maxRows+2 {
		t.Errorf("%d lines", n)
	}
	if !strings.HasSuffix(b.String(), "… and 1,500 more (ls --json lists all)\n21,500 failed\n") {
		t.Errorf("it ends with %q", b.String()[b.Len()-100:])
	}
}
