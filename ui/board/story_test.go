package board

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
)

// story tells in lines what a board does: after each step the calls that each
// source has had, with their times, and what of the snapshot is another line than
// it was before.
type story struct {
	t     *testing.T
	b     *bench
	began time.Time
	said  strings.Builder
	shown []string
	// crowded says that many changes come at one moment, which may be shown in any
	// number of snapshots.
	crowded bool

	mu    sync.Mutex
	calls map[string][]string // by queue
}

// newStory begins a story; it must be called in a bubble.
func newStory(t *testing.T) *story {
	t.Helper()
	return &story{t: t, began: time.Now(), calls: map[string][]string{}}
}

// tellStory runs a story in a bubble and compares it with the one that is kept.
func tellStory(t *testing.T, tell func(s *story)) {
	t.Helper()
	var said string
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t)
		tell(s)
		said = s.said.String()
	})
	golden.RequireEqual(t, said)
}

// listen has the story tell of the calls of a source.
func (s *story) listen(src *fake) *fake {
	src.heard = func(call string) { s.note(src.queue, call) }
	return src
}

func (s *story) note(queue, call string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[queue] = append(s.calls[queue], fmt.Sprintf("%v %s", time.Since(s.began), call))
}

// step lets time pass and tells what happened meanwhile.
func (s *story) step(name string, d time.Duration) {
	s.t.Helper()
	shown := s.b.settle(d)
	fmt.Fprintf(&s.said, "== %v %s\n", time.Since(s.began), name)
	s.tellCalls()
	lines := s.describe(shown)
	s.tellLines("-", s.shown, lines)
	s.tellLines("+", lines, s.shown)
	s.shown = lines
}

func (s *story) tellCalls() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.b.feeds {
		for _, call := range s.calls[f.queue] {
			fmt.Fprintf(&s.said, "%s %s\n", f.queue, call)
		}
	}
	clear(s.calls)
}

// tellLines tells those lines that are not among the others.
func (s *story) tellLines(sign string, lines, others []string) {
	for _, line := range lines {
		if !slices.Contains(others, line) {
			fmt.Fprintf(&s.said, "%s %s\n", sign, line)
		}
	}
}

// told is how many rows and groups of a pane a story tells of.
const told = 8

// describe returns a snapshot as lines.
func (s *story) describe(shown *Snapshot) (lines []string) {
	add := func(format string, of ...any) { lines = append(lines, strings.TrimSpace(fmt.Sprintf(format, of...))) }
	generation := fmt.Sprint(shown.Generation)
	switch {
	case len(shown.Sources) > 1:
		generation = "of several sources" // which come in any order
	case s.crowded:
		generation = "of many changes"
	}
	add("snapshot %s loading=%v filtered=%v", generation, shown.Loading(), shown.Filtered())
	for state, n := range shown.Counts {
		if n > 0 {
			add("count %v %d", model.State(state), n)
		}
	}
	for severity, n := range shown.Severities {
		if n > 0 {
			add("severity %v %d", model.Severity(severity), n)
		}
	}
	for _, st := range shown.Sources {
		add("source %q kind=%q name=%q error=%v since=%s loading=%v listed=%d left-out=%q late=%v",
			st.Queue, st.Kind, st.Name, st.Err, s.time(st.Since), st.Loading, st.Listed, st.LeftOut, st.Late())
	}
	for p := range model.Pane(model.NumPanes) {
		if shown.Total(p) == 0 && shown.Rows(p).Len() == 0 {
			continue
		}
		add("pane %v total=%d rows=%d groups=%d unsearched=%d",
			p, shown.Total(p), shown.Rows(p).Len(), shown.Groups(p).Len(), shown.Unsearched(p))
		for i, g := range inOrder(shown.Groups(p).Len(), shown.Groups(p).At) {
			if i < told {
				add("pane %v group %d %s", p, i, s.group(g))
			}
		}
		for i, r := range rowsIn(shown, p) {
			if i < told || i == shown.Rows(p).Len()-1 {
				add("pane %v row %d %s", p, i, s.row(r))
			}
		}
	}
	return lines
}

func (s *story) group(g *Group) string {
	cost, newest, obstacle := "-", g.Newest(), model.Obstacle{}
	if obstacle.Key = groupKey(newest); newest.Obstacle != nil {
		obstacle = *newest.Obstacle
	}
	if usd := g.CostUSD(); usd != nil {
		cost = fmt.Sprint(*usd)
	}
	return fmt.Sprintf("%q tasks=%d sources=%d runs=%d usd=%s newest=%s worst=%d worded=%v obstacle=%+v",
		groupKey(newest), g.Tasks, g.Sources, g.Runs, cost, s.time(g.Since()), g.Worst, g.Worded, obstacle)
}

func (s *story) row(r *model.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %v/%v since=%s", r.Queue, r.ID, r.State, r.RecordedState, s.time(r.Since()))
	for _, at := range []struct {
		name string
		time time.Time
	}{{"until", r.Until}, {"judged", r.FirstJudged}} {
		if !at.time.IsZero() {
			fmt.Fprintf(&b, " %s=%s", at.name, s.time(at.time))
		}
	}
	if r.Headline != "" {
		fmt.Fprintf(&b, " headline=%q", r.Headline)
	}
	if r.Obstacle != nil {
		fmt.Fprintf(&b, " obstacle=%+v", *r.Obstacle)
	}
	for _, log := range r.Logs {
		fmt.Fprintf(&b, " log=%s", log.File())
	}
	for _, a := range r.Actions {
		fmt.Fprintf(&b, " action=%+v", a)
	}
	for _, f := range r.Findings {
		fmt.Fprintf(&b, " %s(%v x%d %q first=%s last=%s clears=%q dismissed=%q counts=%v)",
			f.Rule, f.Severity, f.Count, f.Message, s.time(f.First), s.time(f.Last), f.Clears, f.Dismissed, f.Counts())
		for _, e := range f.Evidence {
			fmt.Fprintf(&b, " [%s]", strings.TrimSpace(e.Where+" "+e.Quote))
		}
	}
	if r.CutHash != 0 {
		b.WriteString(" cut")
	}
	return b.String()
}

// time returns a time as a distance from the story's beginning where it is near.
func (s *story) time(at time.Time) string {
	if at.IsZero() {
		return "-"
	}
	if d := at.Sub(s.began); d.Abs() < 48*time.Hour {
		return d.String()
	}
	return at.UTC().Format("2006-01-02T15:04:05")
}
