package cli

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/query"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/theme"
	"notdone/ui/words"
)

// listing is the table for people: rows in the order in which they matter, with the reason below
// each. Of a row it holds what it prints and its key, because rows are large and may be many.
type listing struct {
	now     time.Time
	names   map[string]string // of the sources, by their queues; nil: there is only one
	columns []column          // the title comes behind them
	title   int               // the most bytes of a title
	entries []entry
	asks    *board.Gathering    // of the entries
	held    [model.NumPanes]int // entries
	more    [model.NumPanes]int // rows that are not held
	counts  [model.NumStates]int
	onHold  int  // of the scheduled ones
	usual   bool // what is listed are the usual places: nobody named a queue
	sorted  query.Order
	texts   []byte // of the row that was added last; its memory is used again
	spilled spill  // the texts of the entries
	sheet   *sheet // how it is printed on a terminal; nil: it is printed as for another program
}

// column is one column of a table.
type column struct {
	head  string // empty in a table without a header
	right bool   // its texts stand at the right
	text  func(*model.Row) string
	token func(model.State) theme.Token // nil where nothing is painted
	width int                           // of the widest text, at most maxWidth
	seen  []bool                        // which widths less than its length texts have; nil: that is not kept
}

// entry is a row of which what is printed is held elsewhere.
type entry struct {
	key *board.Key
	at  spot // of a table: the texts of the columns, the title and the reasons, each with a NUL behind it
	// What comes first: the severity, and then the rank, of the entry's group.
	severity, rank int
}

// listing returns an empty table for the fleet's tasks, on a terminal with a header and to its
// width.
func (c *call) listing(f *fleet) *listing {
	names := map[string]string(nil)
	if sources := f.board.Snapshot().Sources; len(sources) > 1 {
		names = board.Names(sources)
	}
	t := newListing(f.now(), names)
	if width := sheetWidth(c.cmd.OutOrStdout()); width > 0 {
		c.makeSheet(t, width)
	}
	return t
}

// The columns of a table that is printed as for another program.
const (
	plainState = iota
	plainSource
	plainID
	plainAge
	plainAttempts
)

// newListing returns an empty table as for another program.
func newListing(now time.Time, names map[string]string) *listing {
	t := &listing{now: now, names: names, title: 200, asks: board.NewGathering(false)}
	t.columns = []column{
		plainState:  {text: func(r *model.Row) string { return r.State.String() }},
		plainSource: {text: t.source},
		plainID:     {text: shownID},
		plainAge:    {text: t.age},
		plainAttempts: {text: func(r *model.Row) string {
			if r.Attempts > 0 {
				return "#" + strconv.Itoa(r.Attempts)
			}
			return ""
		}},
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
	if t.held[p] == maxRows {
		t.more[p]++
		return
	}
	t.held[p]++
	texts := t.texts[:0]
	for i := range t.columns {
		c := &t.columns[i]
		text := c.text(r)
		width := safe.Width(text)
		c.width = max(c.width, min(width, maxWidth))
		if width < len(c.seen) {
			c.seen[width] = true
		}
		texts = append(append(texts, text...), 0)
	}
	texts = append(append(texts, safe.Line(r.Title, t.title)...), 0)
	for _, why := range reasons(r, t.now) {
		texts = append(append(texts, why...), 0)
	}
	t.texts = texts
	t.entries = append(t.entries, entry{key: t.asks.Add(r), at: t.spilled.add(texts)})
}

// maxWidth is the room for a column, so that what is behind it stands in one too.
const maxWidth = 40

// paneOrder is the order of the panes for tasks of which none matters more.
var paneOrder = [model.NumPanes]int{model.PaneBlocked: 0, model.PaneFailed: 1, model.PaneFalseDone: 2, model.PaneActive: 3, model.PaneRest: 4}

// sort brings the entries into the order in which they are printed: by a key, or what matters
// most first, as the dashboard's list of what to do first. Tasks of one cause stay together.
func (t *listing) sort() {
	if t.sorted != (query.Order{}) {
		sortEntries(t.entries, t.sorted)
		return
	}
	type group struct {
		pane model.Pane
		id   uint64
	}
	type place struct{ severity, rank int }
	places := map[group]place{}
	for i, ask := range t.asks.Asks() {
		places[group{ask.Pane, ask.Group.ID}] = place{ask.Group.Worst, i - math.MaxInt32} // before those of no group
	}
	for i := range t.entries {
		e := &t.entries[i]
		p, grouped := places[group{e.key.State().Pane(), e.key.Group()}]
		if !grouped {
			p.severity = e.key.AlertWeight()
		}
		e.severity, e.rank = p.severity, p.rank
	}
	slices.SortFunc(t.entries, func(a, b entry) int {
		if a.severity != b.severity {
			return cmp.Compare(b.severity, a.severity)
		}
		if a.rank != b.rank {
			return cmp.Compare(a.rank, b.rank)
		}
		return cmp.Or(cmp.Compare(paneOrder[a.key.State().Pane()], paneOrder[b.key.State().Pane()]), a.key.Compare(b.key))
	})
}

// sortEntries sorts entries by a key, and those that it does not tell apart as the panes do.
func sortEntries(entries []entry, by query.Order) {
	slices.SortStableFunc(entries, func(a, b entry) int {
		factsA, factsB := a.key.Facts(), b.key.Facts()
		return cmp.Or(by.Compare(&factsA, &factsB), a.key.Compare(b.key))
	})
}

// read returns the texts of an entry: of the columns, the title, and the reasons.
func (t *listing) read(e entry) (columns []string, title string, why []string, err error) {
	raw, err := t.spilled.text(e.at)
	if err != nil {
		return nil, "", nil, err
	}
	texts := strings.Split(strings.TrimSuffix(string(raw), "\x00"), "\x00")
	n := len(t.columns)
	return texts[:n], texts[n], texts[n+1:], nil
}

// print prints the table and lets go of its texts.
func (t *listing) print(out *output) (err error) {
	defer func() { err = errors.Join(err, t.spilled.close()) }()
	if t.sheet != nil {
		return t.sheet.print(out)
	}
	t.sort()
	for _, e := range t.entries {
		if err := t.row(out, e); err != nil {
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

func shownID(r *model.Row) string { return safe.Line(r.ID, 1<<10) }

// source is the name of the row's source and two blanks; empty where there is only one.
func (t *listing) source(r *model.Row) string {
	if t.names == nil {
		return ""
	}
	return safe.Line(t.names[r.Queue], 1<<10) + "  "
}

func (t *listing) age(r *model.Row) string { return words.Past(r.Since(), t.now) }

func (t *listing) row(out *output, e entry) error {
	texts, title, why, err := t.read(e)
	if err != nil {
		return err
	}
	head := pad(texts[plainState], 10) + "  " + pad(texts[plainSource], t.columns[plainSource].width) +
		pad(texts[plainID], t.columns[plainID].width) + "  " + pad(texts[plainAge]+" ", 6) + pad(texts[plainAttempts], 4) + "  " + title
	if err := out.line(strings.TrimRight(head, " ")); err != nil {
		return err
	}
	for _, line := range why {
		if err := out.line("            " + line); err != nil {
			return err
		}
	}
	return nil
}

// reasons says below a row what the verdict rests on: the recorded status where it differs,
// the agent's words, the worst finding with its age, and what keeps it from being started.
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
		if o.Name != "" && !report.Begins(o.Text, o.Name) {
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
	if f := r.Kept(); f != nil && f != report.Worst(r) {
		text, age := report.Message(f, now)
		why = append(why, text+age)
	}
	return why
}

func (t *listing) total() string {
	var parts []string
	for s, n := range t.counts {
		if n > 0 {
			said := words.Number(n) + " " + model.State(s).String()
			if model.State(s) == model.StateScheduled && t.onHold > 0 {
				said += " (" + words.Number(t.onHold) + " on hold)"
			}
			parts = append(parts, said)
		}
	}
	switch {
	case len(parts) == 0 && t.usual:
		return "no tasks there (notdone demo shows a simulated fleet)"
	case len(parts) == 0:
		return "no tasks"
	case len(t.entries) == 0:
		return strings.Join(parts, ", ") + " (--all lists them)"
	}
	return strings.Join(parts, ", ")
}

func pad(s string, width int) string {
	if n := width - safe.Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}
