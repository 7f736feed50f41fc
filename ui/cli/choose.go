package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/spelling"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// chooses reports whether --cause or --filter say which tasks an action is about.
func (o *options) chooses() bool { return len(o.causes) > 0 || o.query != "" }

// checkChoice refuses an action of which it is not clear which tasks it is about.
func (c *call) checkChoice(ids []string) error {
	switch {
	case c.chooses() && len(ids) > 0:
		return errors.New("tasks are named by their ids or chosen by --cause and --filter, not both")
	case !c.chooses() && len(ids) == 0:
		return fmt.Errorf("which tasks: name their ids, or choose them by --cause or --filter (%s --help)", c.cmd.CommandPath())
	}
	return nil
}

// choice is the tasks that --cause and --filter choose.
type choice struct {
	refs []model.Ref
	of   string   // what they have in common, for the heading of their plan
	left []string // the ids of the tasks of the causes that do not allow the action; hostile
}

// choose reads a queue of its own accord and returns the tasks that --cause and --filter
// choose. Of a cause those are chosen that allow the action; when none does, all of them, so
// that their plans say why. What could not be read whole is an error.
func (c *call) choose(ctx context.Context, queue string, action model.ActionName) (all choice, err error) {
	err = c.withQueue(ctx, queue, func(f *fleet) error {
		chosen, err := c.selection(f)
		if err != nil {
			return err
		}
		path := f.feeds[0].Source.Describe().Path
		g := gathered{causes: map[uint64]*cause{}}
		if err := incompleteErr(scan(ctx, f, &chosen, -1, func(r *model.Row) error {
			if r.Queue == path { // a log beside the queue is no task of it
				g.add(r, action, len(c.causes) > 0)
			}
			return nil
		})); err != nil {
			return err
		}
		all, err = g.choose(c.causes, c.query)
		return err
	})
	return all, err
}

// gathered is the tasks that match, and the causes that they have.
type gathered struct {
	tasks  []candidate
	causes map[uint64]*cause // by board.GroupID
}

type candidate struct {
	ref    model.Ref
	cause  uint64
	allows bool
}

// cause is what tasks share, by every name that one may know it by.
type cause struct {
	name  string // as the dashboard calls it
	also  []string
	tasks int
}

// add adds a task that matches, with its cause if those are asked for.
func (g *gathered) add(r *model.Row, action model.ActionName, byCause bool) {
	t := candidate{ref: r.Ref(), allows: len(r.Actions) == 0 || allows(r, action)}
	if byCause {
		t.cause = board.GroupID(r)
		if !r.State.Pane().Grouped() || t.cause == board.Loose {
			return
		}
		k := g.causes[t.cause]
		if k == nil {
			k = &cause{name: report.Cause(r, r, false)}
			g.causes[t.cause] = k
		}
		k.tasks++
		k.know(report.WholeCause(r, r, false), report.WholeCause(r, r, true), board.CauseKey(r))
		if o := r.Obstacle; o != nil {
			k.know(safe.Line(o.Name, 0), o.Key)
		}
	}
	g.tasks = append(g.tasks, t)
}

func allows(r *model.Row, action model.ActionName) bool {
	return slices.ContainsFunc(r.Actions, func(a model.Action) bool { return a.Name == action && a.Allowed })
}

// know adds names.
func (k *cause) know(names ...string) {
	for _, name := range names {
		if name != "" && !slices.Contains(k.also, name) {
			k.also = append(k.also, name)
		}
	}
}

// is reports whether the cause is called so, or by a name that was cut: it ends in an ellipsis.
func (k *cause) is(name string) bool {
	begins, cut := strings.CutSuffix(strings.TrimSpace(name), "…")
	if begins == "" {
		return false // it would be any cause
	}
	return slices.ContainsFunc(k.also, func(known string) bool {
		if cut && len(known) >= len(begins) {
			known = known[:len(begins)]
		}
		return strings.EqualFold(known, begins)
	})
}

// choose returns the tasks of the causes that are named, or all where none is.
func (g *gathered) choose(names []string, filter string) (choice, error) {
	if len(names) == 0 {
		all := choice{of: safe.Line(filter, 200)}
		for _, t := range g.tasks {
			all.refs = append(all.refs, t.ref)
		}
		return all, nil
	}
	wanted, said := map[uint64]bool{}, []string{}
	for _, name := range names {
		found := false
		for id, k := range g.causes {
			if k.is(name) {
				if found = true; !slices.Contains(said, k.name) {
					said = append(said, k.name)
				}
				wanted[id] = true
			}
		}
		if !found {
			return choice{}, g.noSuchCause(name)
		}
	}
	some := slices.ContainsFunc(g.tasks, func(t candidate) bool { return wanted[t.cause] && t.allows })
	all := choice{of: strings.Join(said, ", ")}
	for _, t := range g.tasks {
		switch {
		case !wanted[t.cause]:
		case t.allows || !some:
			all.refs = append(all.refs, t.ref)
		default:
			all.left = append(all.left, t.ref.ID)
		}
	}
	return all, nil
}

// maxCauses is how many causes an error names.
const maxCauses = 8

// noSuchCause says that no cause is called so, and how those are called that there are.
func (g *gathered) noSuchCause(name string) error {
	var there, quoted []string
	for _, k := range g.byTasks() {
		there = append(there, k.name)
		quoted = append(quoted, strconv.Quote(k.name))
	}
	said := fmt.Sprintf("--cause: %q is no cause there", safe.Line(name, 200))
	switch near := spelling.Nearest(name, there); {
	case near != "":
		return fmt.Errorf("%s; did you mean %q?", said, near)
	case len(there) == 0:
		return errors.New(said + ": there is none")
	}
	more := ""
	if n := len(there) - maxCauses; n > 0 {
		quoted, more = quoted[:maxCauses], " and "+words.Number(n)+" more (notdone loops lists them)"
	}
	return errors.New(said + ", but " + strings.Join(quoted, ", ") + more)
}

// byTasks returns the causes, those with the most tasks first.
func (g *gathered) byTasks() []*cause {
	var all []*cause
	for _, k := range g.causes {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b *cause) int {
		if a.tasks != b.tasks {
			return b.tasks - a.tasks
		}
		return strings.Compare(a.name, b.name)
	})
	return all
}

// differs says in which tasks another choice differs; empty: in none.
func (all *choice) differs(now *choice) string {
	missing := func(from, in []model.Ref) (ids []string) {
		held := make(map[model.Ref]bool, len(in))
		for _, ref := range in {
			held[ref] = true
		}
		for _, ref := range from {
			if !held[ref] {
				ids = append(ids, ref.ID)
			}
		}
		return ids
	}
	var said []string
	for _, of := range []struct {
		ids  []string
		what string
	}{{missing(now.refs, all.refs), "came"}, {missing(all.refs, now.refs), "left"}} {
		if len(of.ids) > 0 {
			said = append(said, someIDs(of.ids)+" "+of.what)
		}
	}
	return strings.Join(said, ", ")
}

// someIDs names the first of some tasks, and how many more there are.
func someIDs(ids []string) string {
	said := safe.Line(ids[0], 200)
	if n := len(ids) - 1; n > 0 {
		said += " and " + words.Number(n) + " more"
	}
	return said
}

// actChosen acts on the tasks that --cause and --filter choose.
func (c *call) actChosen(ctx context.Context, action model.ActionName, queue string) error {
	d := batch{call: c}
	if err := d.checkFlags(); err != nil {
		return err
	}
	all, err := c.choose(ctx, queue, action)
	if err != nil {
		return err
	}
	if len(all.refs) == 0 {
		//nolint:errcheck // nothing was to be done, which the exit code says
		fmt.Fprintln(c.diag, "notdone: no task matches, and nothing was done")
		return nil
	}
	d.chosen = &all
	d.again = func(ctx context.Context) (string, error) {
		now, err := c.choose(ctx, queue, action)
		return all.differs(&now), err
	}
	return d.run(ctx, queue, func(_ context.Context, a *acting) ([]target, error) {
		targets := make([]target, len(all.refs))
		for i, ref := range all.refs {
			targets[i] = target{id: ref.ID, action: string(action), plan: func(ctx context.Context) (board.Planned, error) {
				return a.Plan(ctx, ref, source.Request{Action: action, Answer: c.answer, Reason: c.reason})
			}}
		}
		return targets, nil
	})
}
