package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"notdone/classify/text"
	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/source/watch"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/report"
	"notdone/ui/safe"
	"notdone/ui/words"
)

var doctorCommand = command{
	use:   "doctor [QUEUE...]",
	short: "Say what was detected and how it is read",
	long: `Say what each queue is, its journal mode and owner, how its changes are noticed,
whether it can be acted on and why not, where notdone keeps its own memory and
journal, what your own examples taught (classify --learn), and how often each rule was
right by your own marks (y and n on a finding).
With --rules it prints every rule instead: what it sees, and how often its warnings
were right on labelled logs.`,
	example: "notdone doctor ~/.hermes\nnotdone doctor --rules",
	most:    many,
	flags:   viewFlags + " actor poll rules",
	json:    "print the findings as one JSON object, or a rule a line",
	run: func(ctx context.Context, c *call) error {
		width := terminalWidth(c.cmd.OutOrStdout())
		if c.rules {
			if len(c.args) > 0 {
				return errors.New("--rules takes no QUEUE: it prints the rules of all systems")
			}
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
	// Correction is what the operator's own examples taught; nil: there is none.
	Correction *correctionState `json:"correction"`
}

type examined struct {
	Kind  string        `json:"kind"`
	Path  string        `json:"path"`
	Facts []source.Fact `json:"facts"`
	Group []string      `json:"groups"`
}

type memoryState struct {
	Path       string  `json:"path"`
	Persistent bool    `json:"persistent"`
	Problem    *string `json:"problem"`
}

type journalState struct {
	Path    string  `json:"path"`
	Entries int     `json:"entries"`
	Problem *string `json:"problem"`
}

type correctionState struct {
	Path     string     `json:"path"`
	Made     *time.Time `json:"made"` // nil: not known, and then nothing else is
	Examples int        `json:"examples"`
	Marks    int        `json:"marks"`
	Before   text.Tally `json:"before"`
	After    text.Tally `json:"after"`
	Problem  *string    `json:"problem"` // why it is not used
}

// examineCorrection returns what there is to say of the operator's correction.
func (o *options) examineCorrection() *correctionState {
	c, err := o.readCorrection()
	if c == nil && err == nil {
		return nil
	}
	s := &correctionState{Path: o.correctionPath(), Problem: problem(err)}
	if c != nil {
		s.Made, s.Examples, s.Marks, s.Before, s.After = &c.Made, c.Examples, c.Marks, c.Before, c.After
	}
	return s
}

// lines says it for people.
func (s *correctionState) lines() []string {
	if s == nil {
		return []string{"  none (notdone classify --learn)"}
	}
	lines := []string{"  " + s.Path}
	if s.Problem != nil {
		lines = append(lines, "  not used: "+*s.Problem)
	}
	if s.Made != nil {
		of := words.Count(s.Examples, "example", "examples")
		lines = append(lines, fmt.Sprintf("  of %s, %d of them your marks, %s", of, s.Marks, report.Clock(*s.Made)))
		lines = append(lines, indent(describeEffect(s.Before, s.After))...)
	}
	return lines
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
	entries, err := countEntries(ctx, o.journalPath())
	r := &examination{Sources: []examined{}, Journal: journalState{o.journalPath(), entries, problem(err)}, Rules: []precision{}}
	for _, feed := range f.feeds {
		left, err := describeLeftOut(ctx, feed.Source)
		if err != nil {
			return nil, err
		}
		if _, parts := feed.Source.(source.Partial); parts {
			// All parts are opened; those that cannot be read are among the facts.
			_, _ = feed.Source.Refresh(ctx, watch.Signal{})
		}
		d := feed.Source.Describe()
		e := examined{Kind: d.Kind, Path: d.Path, Group: append([]string{}, d.Groups...), Facts: append([]source.Fact{}, d.Facts...)}
		if left != "" {
			e.Facts = append(e.Facts, source.Fact{Name: "not shown", Value: left})
		}
		if _, told := feed.Source.(source.Notifier); !told { // no file tells of its changes, and it says itself how
			how, err := describeWatch(feed.Source, o.poll)
			if err != nil {
				return nil, err
			}
			e.Facts = append(e.Facts, source.Fact{Name: "changes are noticed by", Value: how})
		}
		first, err := feed.Source.List(ctx, source.Query{Limit: maxTried})
		if err != nil {
			e.Facts = append(e.Facts, source.Fact{Name: "its tasks", Value: "cannot be read now: " + err.Error()})
		}
		e.Facts = append(e.Facts, source.Fact{Name: "acting on it", Value: describeActing(ctx, f, &feed, first.Cases, err, actor)})
		r.Sources = append(r.Sources, e)
	}
	r.Correction = o.examineCorrection()
	if f.memory == nil {
		return r, nil
	}
	r.Memory = &memoryState{o.memoryPath(), f.memory.Persistent(), problem(f.memory.Err())}
	tallies, err := f.memory.Precisions(ctx)
	for _, rule := range slices.Sorted(maps.Keys(tallies)) {
		r.Rules = append(r.Rules, precision{rule, tallies[rule].Right, tallies[rule].Wrong})
	}
	return r, err
}

// countEntries counts what the journal of what was done holds.
func countEntries(ctx context.Context, path string) (n int, err error) {
	j, err := journal.OpenReadOnly(path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	all, err := j.Entries(ctx)
	return len(all), err
}

// problem is the text of an error; nil: there is none.
func problem(err error) *string {
	if err == nil {
		return nil
	}
	return export.Short(err.Error())
}

// describeLeftOut counts the files of a folder of logs, or the rows of a database, that are not
// shown. It reads the whole folder, because only reading tells.
func describeLeftOut(ctx context.Context, s source.Source) (string, error) {
	selective, ok := s.(source.Selective)
	if !ok {
		return "", nil
	}
	if auditor, audits := s.(source.Auditor); audits {
		if err := auditor.Audit(ctx); err != nil {
			return "cannot be counted now: " + err.Error(), nil
		}
		return auditor.LeftOut(), nil
	}
	if _, counts := s.(source.Counter); counts { // a database says at once what is not read of it
		return selective.LeftOut(), nil
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

// describeWatch says how the changes of a source are detected, by watching it for a moment.
func describeWatch(s source.Source, poll bool) (string, error) {
	w, err := watch.New(s.Targets(), watch.Options{ForcePoll: poll})
	if err != nil {
		return "", fmt.Errorf("watching %s: %w", s.Describe().Path, err)
	}
	return w.How(), w.Close()
}

// maxTried is how many tasks are tried to find one that can be acted on.
const maxTried = 20

// describeActing says whether the queue of a feed can be acted on, and why not. It plans
// actions on some of its tasks, which writes nothing; unread is why there are none.
func describeActing(ctx context.Context, f *fleet, feed *board.Feed, cases []model.Case, unread error, actor string) string {
	a, ok := feed.Source.(source.Actor)
	if !ok || feed.Adapter.Actions == nil {
		return "no: " + cmp.Or(feed.Adapter.ReadOnly, "it can only be read")
	}
	if unread != nil {
		return "not known: no task can be read"
	}
	why, readOnly, writable := "", "", false
	slices.SortStableFunc(cases, func(a, b model.Case) int { return cmp.Compare(caseSize(&a), caseSize(&b)) })
	for i := range cases {
		c := &cases[i]
		row := f.board.Judge(ctx, c)
		if row == nil {
			continue
		}
		readOnly, writable = cmp.Or(readOnly, c.ReadOnly), writable || c.ReadOnly == ""
		for _, action := range row.Actions {
			if !action.Allowed {
				continue
			}
			p, err := a.Plan(ctx, source.Request{Task: c.Task.ID, Action: action.Name, Actor: actor})
			switch {
			case err != nil:
				why = err.Error()
			case p.Refused == "":
				return "possible"
			case why == "":
				why = p.Refused
			}
		}
	}
	if !writable {
		why = cmp.Or(why, readOnly) // of a queue in which nothing can be written
	}
	if why == "" {
		return "possible, but no task allows anything just now"
	}
	return "no: " + why
}

// caseSize is how much there is to read of a task. Actions are tried on the smallest tasks
// first.
func caseSize(c *model.Case) int { return len(c.Body) + len(c.Result) + len(c.Events) + len(c.Runs) }

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
	lines = append(lines, "journal", "  "+r.Journal.Path, "  "+words.Count(r.Journal.Entries, "entry", "entries"))
	if r.Journal.Problem != nil {
		lines = append(lines, "  "+*r.Journal.Problem)
	}
	lines = append(append(lines, "correction, by your own examples"), r.Correction.lines()...)
	lines = append(lines, "rules, by your own marks")
	if len(r.Rules) == 0 {
		lines = append(lines, "  no finding has been marked yet (in the detail of a task)")
	}
	marks := make([][]string, len(r.Rules))
	for i, p := range r.Rules {
		marks[i] = []string{p.Rule, fmt.Sprintf("right %d of %d", p.Right, p.Right+p.Wrong)}
	}
	return errors.Join(out.line(lines...), out.columns(marks, width))
}
