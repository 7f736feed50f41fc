package cli

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// listing is the table for people: rows in the order in which they matter, with the reason below each.
type listing struct {
	now    time.Time
	names  map[string]string // of the sources, by their queues; nil: there is only one
	rows   [model.NumPanes][]*model.Row
	more   [model.NumPanes]int // rows that are not held
	counts [model.NumStates]int
	usual  bool // what is listed are the usual places: nobody named a queue
	sorted query.Order
}

// listing returns an empty table for the fleet's tasks.
func (f *fleet) listing() *listing {
	t := &listing{now: f.now()}
	if sources := f.board.Snapshot().Sources; len(sources) > 1 {
		t.names = board.Names(sources)
	}
	return t
}

// counted reports whether there was any task.
func (t *listing) counted() bool { return t.counts != [model.NumStates]int{} }

// maxRows is how many rows of a pane a table holds; what more there is, is
// counted.
const maxRows = 20_000

func (t *listing) add(r *model.Row) {
	p := r.State.Pane()
	if len(t.rows[p]) == maxRows {
		t.more[p]++
		return
	}
	t.rows[p] = append(t.rows[p], r)
}

// paneOrder is the order of the panes for tasks of which none matters more.
var paneOrder = [model.NumPanes]int{model.PaneBlocked: 0, model.PaneFailed: 1, model.PaneFalseDone: 2, model.PaneActive: 3, model.PaneRest: 4}

// ordered returns the rows in the order in which they are printed: by a key, or what matters
// most first, as the dashboard's list of what to do first. Tasks of one cause stay together.
func (t *listing) ordered() []*model.Row {
	all := slices.Concat(t.rows[:]...)
	if t.sorted != (query.Order{}) {
		sortRows(all, t.sorted)
		return all
	}
	type group struct {
		pane model.Pane
		id   uint64
	}
	of := func(r *model.Row) group { return group{r.State.Pane(), board.GroupID(r)} }
	rows := board.NewGathering()
	for _, r := range all {
		rows.Add(r)
	}
	rank, worst := map[group]int{}, map[group]int{}
	for i, ask := range rows.Asks() {
		of := group{ask.Pane, ask.Group.ID}
		rank[of], worst[of] = i-math.MaxInt32, ask.Group.Worst // before those of no group
	}
	severity := func(r *model.Row) int {
		if w, grouped := worst[of(r)]; grouped {
			return w
		}
		return r.AlertWeight()
	}
	slices.SortFunc(all, func(a, b *model.Row) int {
		return cmp.Or(
			cmp.Compare(severity(b), severity(a)), cmp.Compare(rank[of(a)], rank[of(b)]),
			cmp.Compare(paneOrder[a.State.Pane()], paneOrder[b.State.Pane()]), model.Compare(a, b),
		)
	})
	return all
}

// sortRows sorts rows by a key, and those that it does not tell apart as the panes do.
func sortRows(rows []*model.Row, by query.Order) {
	slices.SortStableFunc(rows, func(a, b *model.Row) int {
		factsA, factsB := query.FactsOf(a), query.FactsOf(b)
		return cmp.Or(by.Compare(&factsA, &factsB), model.Compare(a, b))
	})
}

func (t *listing) print(out *output) error {
	rows := t.ordered()
	source, id := width(rows, t.source), width(rows, shownID)
	for _, r := range rows {
		if err := t.row(out, r, source, id); err != nil {
			return err
		}
	}
	for _, n := range t.more {
		if n > 0 {
			if err := out.line("            … and " + words.Number(n) + " more (ls --json lists all)"); err != nil {
				return err
			}
		}
	}
	return out.line(t.total())
}

// width is the room for a column, so that what is behind it stands in one too.
func width(rows []*model.Row, text func(*model.Row) string) int {
	w := 0
	for _, r := range rows {
		w = max(w, ansi.StringWidth(text(r)))
	}
	return min(w, 40)
}

func shownID(r *model.Row) string { return safe.Line(r.ID, 1<<10) }

// source is the name of the row's source and two blanks; empty where there is only one.
func (t *listing) source(r *model.Row) string {
	if t.names == nil {
		return ""
	}
	return safe.Line(t.names[r.Queue], 1<<10) + "  "
}

func (t *listing) row(out *output, r *model.Row, sourceWidth, idWidth int) error {
	attempts := ""
	if r.Attempts > 0 {
		attempts = "#" + strconv.Itoa(r.Attempts)
	}
	head := pad(r.State.String(), 10) + "  " + pad(t.source(r), sourceWidth) + pad(shownID(r), idWidth) + "  " + pad(words.Past(r.Since(), t.now), 6) +
		pad(attempts, 4) + "  " + safe.Line(r.Title, 200)
	if err := out.line(strings.TrimRight(head, " ")); err != nil {
		return err
	}
	for _, why := range reasons(r, t.now) {
		if err := out.line("            " + why); err != nil {
			return err
		}
	}
	return nil
}

// reasons says below a row what the verdict rests on: the recorded status where it differs,
// the agent's words, and the worst finding with its age.
func reasons(r *model.Row, now time.Time) []string {
	var why []string
	if r.Disagrees() && r.Recorded != "" {
		said := words.Recorder(r.Source) + " says " + safe.Line(r.Recorded, 200) + ", notdone says " + r.State.String() + " (" + r.Grade.String() + ")"
		if r.Headline != "" {
			said += ": " + safe.Line(r.Headline, 400)
		}
		why = append(why, said)
	}
	if o := r.Obstacle; o != nil && o.Text != "" {
		quote := report.Words(safe.Line(strings.TrimSpace(o.Text), 400), o.Own)
		if o.Name != "" && !strings.EqualFold(strings.Trim(quote, `".`), o.Name) {
			quote = report.CutName(safe.Line(o.Name, 400), report.NameColumns) + ": " + quote
		}
		why = append(why, quote)
	} else if r.State == model.StateBlocked {
		why = append(why, "no reason was recorded")
	}
	if f := report.Worst(r); f != nil {
		text, age := report.Message(f, now)
		why = append(why, f.Severity.String()+": "+text+age)
	}
	return why
}

func (t *listing) total() string {
	var parts []string
	for s, n := range t.counts {
		if n > 0 {
			parts = append(parts, words.Number(n)+" "+model.State(s).String())
		}
	}
	switch {
	case len(parts) == 0 && t.usual:
		return "no tasks there (notdone demo shows a simulated fleet)"
	case len(parts) == 0:
		return "no tasks"
	}
	return strings.Join(parts, ", ")
}

func pad(s string, width int) string {
	if n := width - ansi.StringWidth(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}
