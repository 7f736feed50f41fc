package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/words"
)

var loopsCommand = command{
	use:   "loops [QUEUE...]",
	short: "List what repeats, and what it costs",
	long: `List what attempts at a task ended at more than once: an obstacle, or a failure. Of each
it says how many tasks and attempts met it, on how many days (of UTC), when last, what those
tasks cost, and what of that was spent again: on attempts after the first at the same task. A
task that is at work again stays in the list. Behind it are shared obstacles, which several
tasks met once each.`,
	example: "notdone loops ~/.hermes\nnotdone loops --sort runs --filter 'cost>1' queue.db",
	most:    many,
	flags:   viewFlags + " sort " + selectFlags,
	sorts:   loopOrders,
	json:    "one JSON object a line",
	run: func(ctx context.Context, c *call) error {
		return c.withFleet(ctx, c.args, func(f *fleet) error { return c.listLoops(ctx, f) })
	},
}

// loopOrders are the values of --sort.
var loopOrders = []string{board.ByCost: "cost", board.ByRuns: "runs", board.ByTasks: "tasks", board.ByDays: "days", board.ByLast: "last"}

// listLoops prints what repeats in a fleet.
func (c *call) listLoops(ctx context.Context, f *fleet) error {
	by, reversed := strings.CutPrefix(c.sortBy, "-")
	order := slices.Index(loopOrders, cmp.Or(by, loopOrders[0]))
	if order < 0 {
		return fmt.Errorf("--sort: %q is none of %s", by, strings.Join(loopOrders, ", "))
	}
	chosen, err := c.selection(f)
	if err != nil {
		return err
	}
	rows := board.NewGathering(true)
	err = scan(ctx, f, &chosen, int(model.SeverityWarning), func(r *model.Row) error {
		rows.Add(r)
		return nil
	})
	told := c.printLoops(rows, rows.Loops(f.now(), board.LoopOrder(order), reversed), f.now())
	return errors.Join(incompleteErr(err), told, c.out.flush(), f.printLeftOut(c.diag), f.failed)
}

// loopShape is a loop as loops --json writes it.
type loopShape struct {
	Name     string   `json:"name"`
	Kind     *string  `json:"kind"` // of the obstacle
	Key      *string  `json:"key"`
	Text     *string  `json:"text"`
	Own      bool     `json:"own"` // text is notdone's own description
	Tasks    int      `json:"tasks"`
	Runs     int      `json:"runs"`
	Days     int      `json:"days"`
	Last     *string  `json:"last"`
	CostUSD  *float64 `json:"cost_usd"`
	AgainUSD *float64 `json:"again_usd"`
	ByDay    []int    `json:"by_day"` // the last one is today
	Repeats  bool     `json:"repeats"`
	Running  int      `json:"running"` // tasks that are worked on again
}

func (c *call) printLoops(rows *board.Gathering, all []board.Loop, now time.Time) error {
	if c.asJSON {
		for i := range all {
			if err := c.out.json(shapeLoop(rows, &all[i])); err != nil {
				return err
			}
		}
		return nil
	}
	repeats := 0
	for repeats < len(all) && all[repeats].Repeats {
		repeats++
	}
	if repeats == 0 {
		if err := c.out.line("nothing repeats"); err != nil {
			return err
		}
	} else if err := c.loopTable("what repeats", rows, all[:repeats], now); err != nil {
		return err
	}
	if repeats == len(all) {
		return nil
	}
	return errors.Join(c.out.line(""), c.loopTable("shared obstacles, met once by each task", rows, all[repeats:], now))
}

// loopTable prints loops below each other, and what they come to together.
func (c *call) loopTable(heading string, rows *board.Gathering, all []board.Loop, now time.Time) error {
	table := [][]string{{heading, "tasks", "runs", "days", "last", "cost", "spent again"}}
	tasks, runs := 0, 0
	var cost, again sumUSD
	for i := range all {
		l := &all[i]
		r := rows.Newest(l)
		name, last := report.Cause(r, r, false), words.Past(l.Last, now)
		if l.Running > 0 {
			last = "running"
		}
		table = append(table, []string{
			name, words.Number(l.Tasks), words.Number(l.Runs), strconv.Itoa(l.Days), last, cost.add(l.CostUSD()), again.add(l.AgainUSD()),
		})
		tasks, runs = tasks+l.Tasks, runs+l.Runs
	}
	if len(all) > 1 {
		table = append(table, []string{"total", words.Number(tasks), words.Number(runs), "", "", cost.String(), again.String()})
	}
	if len(all) > 0 && !all[0].Repeats {
		for i := range table {
			table[i] = table[i][:len(table[i])-1]
		}
	}
	return c.out.columns(table, terminalWidth(c.cmd.OutOrStdout()))
}

// sumUSD adds up costs, as far as they are known.
type sumUSD struct{ usd *float64 }

// add adds a cost and returns it in words.
func (s *sumUSD) add(usd *float64) string {
	if usd != nil {
		sum := *usd
		if s.usd != nil {
			sum += *s.usd
		}
		s.usd = &sum
	}
	return cmp.Or(words.Dollars(usd), "?")
}

// String returns the sum in words.
func (s *sumUSD) String() string { return cmp.Or(words.Dollars(s.usd), "unknown") }

// shapeLoop returns a loop as loops --json writes it.
func shapeLoop(rows *board.Gathering, l *board.Loop) loopShape {
	r := rows.Newest(l)
	shape := loopShape{
		Name: report.Cause(r, r, false), Tasks: l.Tasks, Runs: l.Runs, Days: l.Days, CostUSD: l.CostUSD(), AgainUSD: l.AgainUSD(), ByDay: l.ByDay[:],
		Repeats: l.Repeats, Running: l.Running,
	}
	if o := r.Obstacle; o != nil {
		kind := o.Kind.String()
		shape.Kind, shape.Key, shape.Text, shape.Own = &kind, &o.Key, &o.Text, o.Own
	}
	if !l.Last.IsZero() {
		at := l.Last.UTC().Format(time.RFC3339)
		shape.Last = &at
	}
	return shape
}
