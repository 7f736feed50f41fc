package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/safe"
	"notdone/ui/words"
)

func newShow(g *globals) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show QUEUE ID...",
		Short: "Show everything about one task",
		Long: `Show a task: what the queue says, what notdone says and why, with the evidence, the
history, and what was asked and answered. An id is accepted as ls prints it; a bare id
where it is unambiguous; the id of a run too. Never a prefix.`,
		Example: "notdone show ~/.hermes/kanban.db t_1a2b3c4d",
		Args:    between(2, many),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			f, err := g.open(cmd.Context(), args[:1], failNow, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, f.close()) }()
			defer unhurried()()
			found, missing := f.find(cmd.Context(), args[1:])
			out := newOutput(cmd.OutOrStdout())
			for _, r := range found {
				d, err := f.detail(cmd.Context(), r)
				if err != nil {
					return errors.Join(out.flush(), missing, err)
				}
				if asJSON {
					err = showJSON(out, d)
				} else {
					err = showText(out, d, f.now())
				}
				if err != nil {
					return err
				}
			}
			return errors.Join(out.flush(), missing)
		},
	}
	g.sources(cmd)
	g.clockFlag(cmd)
	g.window(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object a task, with its runs, events and texts")
	return cmd
}

// find returns the tasks of the fleet's first queue that go by these names, in
// their order, judged with everything that is known of the others. The error says
// which names are those of no task.
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

// detail reads what else is known of a task.
func (f *fleet) detail(ctx context.Context, r *model.Row) (board.Detail, error) {
	h, err := f.feeds[0].Source.History(ctx, r.ID)
	if err != nil {
		return board.Detail{}, fmt.Errorf("%s: %w", r.ID, err)
	}
	d := board.Detail{Row: r, History: h}
	if f.memory != nil {
		if d.Before, err = f.memory.History(ctx, r.Ref()); err != nil {
			return board.Detail{}, fmt.Errorf("%s: %w", r.ID, err)
		}
	}
	return d, nil
}

func showJSON(out *output, d board.Detail) error {
	var enc export.Encoder
	line, err := enc.Detail(d.Row, &d.History)
	return errors.Join(err, out.write(line))
}

func showText(out *output, d board.Detail, now time.Time) error {
	r := d.Row
	var lines []string
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, pad(name, 14)+safe.Line(value, 4<<10))
		}
	}
	lines = append(lines, safe.Line(r.Title, 400))
	add("id", r.ID)
	add("queue", r.Source+", "+r.Queue)
	add("queue says", r.Recorded)
	said := r.State.String() + " (" + r.Grade.String() + ")"
	if r.Headline != "" {
		said += ": " + r.Headline
	}
	add("notdone says", said)
	add("age", words.Past(r.Since(), now))
	add("worker", r.Worker)
	add("waits for", strings.Join(r.DependsOn, ", "))
	if o := r.Obstacle; o != nil {
		add("obstacle", o.Key)
		if o.Text == "" {
			add("", "no reason was recorded")
		} else {
			add("", `"`+strings.TrimSpace(o.Text)+`" (`+o.Where+")")
		}
	}
	for i := range r.Findings {
		lines = append(lines, findingLines(&r.Findings[i], now)...)
	}
	lines = append(lines, actionLines(r.Actions)...)
	for _, c := range d.Before {
		add("judged before", c.String())
	}
	lines = append(lines, historyLines(&d.History)...)
	for _, l := range lines {
		if err := out.line(strings.TrimRight(l, " ")); err != nil {
			return err
		}
	}
	return nil
}

// actionLines say what can be done, and why the rest cannot.
func actionLines(actions []model.Action) []string {
	var can, lines []string
	for _, a := range actions {
		if a.Allowed {
			can = append(can, string(a.Name))
		} else {
			lines = append(lines, pad("", 14)+"not "+pad(string(a.Name), 10)+" "+safe.Line(a.Reason, 400))
		}
	}
	switch {
	case len(actions) == 0:
		return nil
	case len(can) == 0:
		can = []string{"nothing"}
	}
	return append([]string{pad("can be done", 14) + strings.Join(can, ", ")}, lines...)
}

func findingLines(f *model.Finding, now time.Time) []string {
	head := pad(f.Severity.String(), 14) + safe.Line(f.Message, 4<<10)
	switch {
	case f.Dismissed != "":
		head += " (you dismissed it: " + safe.Line(f.Dismissed, 400) + ")"
	case f.Discounted:
		head += " (known to be wrong, does not count)"
	}
	if !f.Last.IsZero() {
		head += " [" + words.Past(f.Last, now) + " ago]"
	}
	lines := []string{head}
	for _, e := range f.Evidence {
		said := "  " + e.Where
		if e.Quote != "" {
			said += `: "` + strings.TrimSpace(e.Quote) + `"`
		}
		lines = append(lines, pad("", 14)+safe.Line(said, 4<<10))
	}
	if f.Clears != "" {
		lines = append(lines, pad("", 14)+"  clears when: "+safe.Line(f.Clears, 4<<10))
	}
	return lines
}

func historyLines(h *source.History) []string {
	lines := []string{"history"}
	for i := range h.Case.Runs {
		run := &h.Case.Runs[i]
		said := "  run " + run.ID + " " + clock(run.Started) + " to " + clock(run.Ended)
		if !run.Open() {
			said += " " + run.Outcome.String()
		}
		if run.Error != "" {
			said += ": " + run.Error
		}
		lines = append(lines, safe.Line(said, 4<<10))
	}
	for _, e := range append(h.Case.Events, h.Comments...) {
		said := "  " + clock(e.At) + " " + e.Name
		if e.Actor != "" {
			said += " by " + e.Actor
		}
		if e.Note != "" {
			said += ": " + e.Note
		}
		lines = append(lines, safe.Line(said, 4<<10))
	}
	lines = append(lines, textLines("asked", h.Case.Body)...)
	return append(lines, textLines("answered", h.Case.Result)...)
}

func clock(t time.Time) string {
	if t.IsZero() {
		return "?"
	}
	return t.UTC().Format(time.RFC3339)
}

func textLines(name, text string) []string {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	lines := []string{name}
	for s := range strings.SplitSeq(safe.Block(strings.TrimSpace(text), 4<<10), "\n") {
		lines = append(lines, "  "+s)
	}
	return lines
}
