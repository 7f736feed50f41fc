package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

var showCommand = command{
	use:   "show QUEUE ID...",
	short: "Show everything about one task",
	long: `Show a task: what the queue says, what notdone says and why, with the evidence, the
task's own fields, the history, and what was asked and answered. An id is accepted as ls prints
it; a bare id where it is unambiguous; the id of a run too. Never a prefix.

With --json the fields of ls --json are followed by body, result, tags, runs, events, due, repeat (an
interval, such as 7d), priority, max_attempts, answer and entries. The answer is the operator's, where the queue
keeps it for the agent. The entries are what was done to the task with notdone, the newest first, as log --json
writes them.`,
	example:  "notdone show ~/.hermes/kanban.db t_1a2b3c4d",
	least:    2,
	most:     many,
	flags:    viewFlags,
	complete: []offer{nil, offerIDs},
	json:     "one JSON object a task, with its runs, events, texts and entries",
	run: func(ctx context.Context, c *call) error {
		return c.withQueue(ctx, c.args[0], func(f *fleet) error { return c.show(ctx, f) })
	},
}

func (c *call) show(ctx context.Context, f *fleet) error {
	found, missing := f.find(ctx, c.args[1:])
	entries, err := f.entries(ctx, c.journalPath())
	missing = errors.Join(missing, err)
	for _, r := range found {
		d, err := f.board.History(ctx, r.Ref())
		if err != nil {
			return errors.Join(c.out.flush(), missing, fmt.Errorf("%s: %w", r.ID, err))
		}
		d.Row, d.Right = r, nil // the row that was judged together with the others
		acts := slices.DeleteFunc(slices.Clone(entries), func(e journal.Entry) bool { return e.Task != r.Ref() })
		if c.asJSON {
			err = c.out.detail(&d, acts)
		} else {
			err = c.printWrapped(showText(d, acts, f.now()))
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(c.out.flush(), missing)
}

// entries returns the entries of the journal at path that are about the fleet's queues, the newest
// first.
func (f *fleet) entries(ctx context.Context, path string) (all []journal.Entry, err error) {
	j, err := journal.OpenReadOnly(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	if all, err = j.Entries(ctx); err != nil {
		return nil, err
	}
	return entriesOf(all, f.queues()), nil
}

// printWrapped prints lines, on a terminal broken between words to its width.
func (c *call) printWrapped(lines []string) error {
	if width := sheetWidth(c.cmd.OutOrStdout()); width > 0 {
		lines = wrapHanging(lines, width)
	}
	return c.out.line(lines...)
}

// find returns the tasks with these names in the fleet's first queue, in order, judged with
// what is known of the others. The error names those that were not found.
func (f *fleet) find(ctx context.Context, names []string) ([]*model.Row, error) {
	src := f.feeds[0].Source
	ids, missing := make([]string, 0, len(names)), []error{}
	for _, name := range names {
		id, err := src.Resolve(ctx, name)
		if err != nil {
			missing = append(missing, err) // it says the name
			continue
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil, errors.Join(missing...)
	}
	found, err := f.board.JudgeTasks(ctx, src.Describe().Path, ids)
	if err != nil {
		missing = append(missing, err)
	}
	for _, id := range ids {
		if !slices.ContainsFunc(found, func(r *model.Row) bool { return r.ID == id }) {
			missing = append(missing, fmt.Errorf("%s: %w", id, source.ErrNotFound))
		}
	}
	return found, errors.Join(missing...)
}

// showText is all about a task for people; acts is what was done to it with notdone.
func showText(d board.Detail, acts []journal.Entry, now time.Time) []string {
	r := d.Row
	lines := append([]string{safe.Line(r.Title, 400)}, formatLines(verdictLines(r, now), showColumn)...)
	for i := range r.Findings {
		lines = append(lines, formatLines(report.Finding(&r.Findings[i], r.Actions, i < len(d.Right) && d.Right[i], now), showColumn)...)
	}
	lines = append(lines, formatLines(report.Facts(r, &d.History.Case, factStyle), showColumn)...)
	if actions := report.Actions(r.Actions); len(actions) > 0 {
		lines = append(append(lines, "can be done"), indent(formatLines(actions, showColumn))...)
	}
	lines = append(append(lines, "history, the newest first"), historyLines(&d, acts)...)
	for _, t := range []struct{ name, text string }{{"asked", d.History.Case.Body}, {"answered", d.History.Case.Result}} {
		if text := strings.TrimSpace(t.text); text != "" {
			lines = append(append(lines, t.name), indent(strings.Split(safe.Block(text, 4<<10), "\n"))...)
		}
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// showColumn is where the texts of show begin.
const showColumn = 14

// factStyle is how show writes facts.
var factStyle = report.FactStyle{
	Time:  report.Clock,
	Quote: func(text string) string { return report.Words(text, false) },
}

// verdictLines says which task it is, and what the queue and notdone say of it.
func verdictLines(r *model.Row, now time.Time) []report.Line {
	said := r.State.String() + " (" + r.Grade.String() + ")"
	if r.Headline != "" {
		said += ": " + r.Headline
	}
	all := []report.Line{
		{Name: "id", Text: r.ID},
		{Name: "queue", Text: r.Source + ", " + r.Queue},
		{Name: words.Recorder(r.Source) + " says", Text: r.Recorded},
		{Name: "notdone says", Text: said},
		{Name: "age", Text: words.Past(r.Since(), now)},
	}
	if o := r.Obstacle; o != nil {
		quote := "no reason was recorded"
		if o.Text != "" {
			quote = report.Words(strings.TrimSpace(o.Text), o.Own) + " (" + o.Where + ")"
		}
		all = append(all, report.Line{Name: "obstacle", Text: o.Name + " (" + o.Kind.String() + ")"}, report.Line{Text: quote})
	}
	all = slices.DeleteFunc(all, func(l report.Line) bool { return l.Text == "" })
	for i := range all {
		all[i].Text = safe.Line(all[i].Text, 4<<10)
	}
	return all
}

// historyLines says what happened to a task, the newest first.
func historyLines(d *board.Detail, acts []journal.Entry) (lines []string) {
	did := make([]report.Moment, len(acts))
	for i := range acts {
		did[i] = report.Acted(&acts[i])
	}
	for _, m := range report.History(d, did...) {
		at := "?"
		if !m.At.IsZero() {
			at = report.Clock(m.At)
		}
		lines = append(lines, "  "+pad(at, report.ClockWidth)+"  "+m.Text)
		if m.Quote != "" {
			lines = append(lines, pad("", 2+report.ClockWidth+2)+report.Words(m.Quote, m.Own))
		}
	}
	return lines
}

// formatLines formats names and texts in two columns.
func formatLines(said []report.Line, column int) []string {
	lines := make([]string, len(said))
	for i, l := range said {
		if l.Role == report.Quote {
			l.Text = `"` + l.Text + `"`
		}
		lines[i] = pad(l.Name, column) + l.Text
	}
	return lines
}

func indent(lines []string) []string {
	for i := range lines {
		lines[i] = "  " + lines[i]
	}
	return lines
}
