package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"notdone/source"
	"notdone/source/watch"
	"notdone/ui/memory"
	"notdone/ui/safe"
)

var doctorCommand = command{
	use:   "doctor [QUEUE...]",
	short: "Say what was detected and how it is read",
	long: `Say what each queue is, its journal mode and owner, how its changes are noticed,
whether it can be acted on and why not, where notdone keeps its own memory and
journal, and how often each rule was right by your own marks (y and n on a finding).
With --rules it prints every rule instead: what it sees, and how often its warnings
were right on labelled logs.`,
	example: "notdone doctor ~/.hermes\nnotdone doctor --rules",
	most:    many,
	flags:   viewFlags + " actor poll rules",
	json:    "print the findings as one JSON object, or a rule a line",
	run: func(ctx context.Context, c *call) error {
		width := terminalWidth(c.cmd.OutOrStdout())
		if c.rules {
			return printRules(c.out, width, c.asJSON)
		}
		return c.withFleet(ctx, c.args, func(f *fleet) error {
			r, err := examine(ctx, f, c.options)
			switch {
			case err != nil:
				return err
			case c.asJSON:
				err = c.out.json(r)
			default:
				err = r.print(c.out, width)
			}
			return errors.Join(err, c.out.flush(), f.failed)
		})
	},
}

// examination is what doctor found.
type examination struct {
	Sources []examined   `json:"sources"`
	Memory  *memoryState `json:"memory"`  // nil: nothing is remembered
	Journal journalState `json:"journal"` // of what was done to queues
	Rules   []precision  `json:"rules"`
}

type examined struct {
	Kind  string   `json:"kind"`
	Path  string   `json:"path"`
	Facts []fact   `json:"facts"`
	Group []string `json:"groups"`
}

type fact struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type memoryState struct {
	Path       string  `json:"path"`
	Persistent bool    `json:"persistent"`
	Problem    *string `json:"problem"`
}

// precision is how often the operator found a rule's findings right.
type precision struct {
	Rule  string `json:"rule"`
	Right int    `json:"right"`
	Wrong int    `json:"wrong"`
}

func examine(ctx context.Context, f *fleet, o *options) (*examination, error) {
	actor, err := o.signature()
	if err != nil {
		return nil, err
	}
	r := &examination{Sources: []examined{}, Journal: journalFound(ctx, o.journalPath()), Rules: []precision{}}
	for _, feed := range f.feeds {
		left, err := leftOut(ctx, feed.Source)
		if err != nil {
			return nil, err
		}
		d := feed.Source.Describe()
		e := examined{Kind: d.Kind, Path: d.Path, Group: append([]string{}, d.Groups...), Facts: []fact{}}
		for _, x := range d.Facts {
			e.Facts = append(e.Facts, fact(x))
		}
		how, err := noticed(feed.Source, o.poll)
		if err != nil {
			return nil, err
		}
		if left != "" {
			e.Facts = append(e.Facts, fact{"not shown", left})
		}
		e.Facts = append(e.Facts, fact{"changes are noticed by", how}, fact{"acting on it", possible(ctx, f, &feed, actor)})
		r.Sources = append(r.Sources, e)
	}
	if f.memory != nil {
		r.Memory = remembered(f.memory, o.memoryPath())
		tallies, err := f.memory.Precisions(ctx)
		if err != nil {
			return nil, err
		}
		for rule, t := range tallies {
			r.Rules = append(r.Rules, precision{rule, t.Right, t.Wrong})
		}
		slices.SortFunc(r.Rules, func(a, b precision) int {
			if a.Rule < b.Rule {
				return -1
			}
			return 1
		})
	}
	return r, nil
}

// leftOut counts what a folder of logs holds that is not shown, which only
// reading tells.
func leftOut(ctx context.Context, s source.Source) (string, error) {
	selective, ok := s.(source.Selective)
	if !ok {
		return "", nil
	}
	for q := (source.Query{Limit: 100}); ; {
		page, err := s.List(ctx, q)
		if err != nil {
			return "", err
		}
		if q.After = page.Next; q.After == "" {
			return selective.LeftOut(), nil
		}
	}
}

// noticed says how the source's changes are noticed, by watching it for a moment.
func noticed(s source.Source, poll bool) (string, error) {
	w, err := watch.New(s.Targets(), watch.Options{ForcePoll: poll})
	if err != nil {
		return "", fmt.Errorf("watching %s: %w", s.Describe().Path, err)
	}
	return w.How(), w.Close()
}

func remembered(m *memory.Store, path string) *memoryState {
	s := &memoryState{Path: path, Persistent: m.Persistent()}
	if err := m.Err(); err != nil {
		said := err.Error()
		s.Problem = &said
	}
	return s
}

func (r *examination) print(out *output, width int) error {
	for _, s := range r.Sources {
		facts := make([][]string, len(s.Facts))
		for i, f := range s.Facts {
			facts[i] = []string{safe.Line(f.Name, 60), f.Value} // the name of a board may stand in it
		}
		if err := errors.Join(out.line(s.Kind+"  "+s.Path), out.columns(facts, width)); err != nil {
			return err
		}
	}
	lines := []string{"memory"}
	switch {
	case r.Memory == nil:
		lines = append(lines, "  nothing is remembered (--read-only or --now)")
	case r.Memory.Persistent:
		lines = append(lines, "  "+r.Memory.Path)
	default:
		lines = append(lines, "  kept in this process only")
	}
	if r.Memory != nil && r.Memory.Problem != nil {
		lines = append(lines, "  "+*r.Memory.Problem)
	}
	lines = append(append(lines, r.Journal.lines()...), "rules, by your own marks")
	if len(r.Rules) == 0 {
		lines = append(lines, "  no finding has been marked yet (in the detail of a task)")
	}
	for _, l := range lines {
		if err := out.line(l); err != nil {
			return err
		}
	}
	marks := make([][]string, len(r.Rules))
	for i, p := range r.Rules {
		marks[i] = []string{p.Rule, fmt.Sprintf("right %d of %d", p.Right, p.Right+p.Wrong)}
	}
	return out.columns(marks, width)
}
