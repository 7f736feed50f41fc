package cli

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// listing is the table for people: rows by pane, with the reason below each.
type listing struct {
	now    time.Time
	rows   [model.NumPanes][]*model.Row
	more   [model.NumPanes]int // rows that are not held
	counts [model.NumStates]int
	usual  bool // what is listed are the usual places: nobody named a queue
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

// order is the order of the panes in a listing: what asks for a person first.
var order = []model.Pane{model.PaneBlocked, model.PaneFailed, model.PaneFalseDone, model.PaneActive, model.PaneRest}

func (t *listing) print(out *output) error {
	for _, p := range order {
		rows := t.rows[p]
		slices.SortStableFunc(rows, model.Compare)
		width := idWidth(rows)
		for _, r := range rows {
			if err := t.row(out, r, width); err != nil {
				return err
			}
		}
		if n := t.more[p]; n > 0 {
			if err := out.line("            … and " + words.Number(n) + " more (ls --json lists all)"); err != nil {
				return err
			}
		}
	}
	return out.line(t.total())
}

// idWidth is the room for ids, so that titles stand in one column.
func idWidth(rows []*model.Row) int {
	w := 0
	for _, r := range rows {
		w = max(w, ansi.StringWidth(safe.Line(r.ID, 1<<10)))
	}
	return min(w, 40)
}

func (t *listing) row(out *output, r *model.Row, idWidth int) error {
	id := safe.Line(r.ID, 1<<10)
	attempts := ""
	if r.Attempts > 0 {
		attempts = "#" + strconv.Itoa(r.Attempts)
	}
	head := pad(r.State.String(), 10) + "  " + pad(id, idWidth) + "  " + pad(words.Past(r.Since(), t.now), 6) +
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
		said := "queue says " + safe.Line(r.Recorded, 200) + ", notdone says " + r.State.String() + " (" + r.Grade.String() + ")"
		if r.Headline != "" {
			said += ": " + safe.Line(r.Headline, 400)
		}
		why = append(why, said)
	}
	if r.Obstacle != nil && r.Obstacle.Text != "" {
		why = append(why, `"`+safe.Line(strings.TrimSpace(r.Obstacle.Text), 400)+`"`)
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
