package report

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/safe"
	"notdone/ui/words"
)

// TaskPlan is the plan of an action for one of several tasks, or why there is none.
type TaskPlan struct {
	board.Planned
	Err error // why there is no plan; nil: there is one
}

// Allowed reports whether the plan can be applied.
func (p *TaskPlan) Allowed() bool { return p.Err == nil && p.Refused == "" }

// Why says why the plan cannot be applied; empty: it can.
func (p *TaskPlan) Why() string {
	switch {
	case errors.Is(p.Err, source.ErrNotFound):
		return "it is not in the queue any more"
	case p.Err != nil:
		return p.Err.Error()
	}
	return p.Refused
}

// PlanHeading says which action is planned for how many tasks, and what those have in common
// where that is known.
func PlanHeading(action string, n int, of string) string {
	said := action + " " + words.Count(n, "task", "tasks")
	if of != "" {
		said += ": " + of
	}
	return said
}

// Kind is what a plan does, whatever the task.
type Kind struct {
	Action        model.ActionName
	Was, Now      string
	Adds, Missing bool
}

// Kind returns what the plan does.
func (p *TaskPlan) Kind() Kind { return Kind{p.Action, p.Was, p.Now, p.Adds != "", p.Missing != ""} }

// Summary says what the plans of one action do, each fact once.
type Summary struct {
	Allowed  int    // how many plans can be applied
	Sentence string // what those do; empty: there are none
	// Refusals say why the others cannot be applied, and Warnings what speaks against
	// applying, the most frequent ones first.
	Refusals, Warnings []string
	// Lines say what else follows, until when it can be undone, and who signs it.
	Lines []Line
	// Tasks are all tasks. The first Differing ones are refused, or their plans are not
	// like most others.
	Tasks     []TaskLine
	Differing int
}

// TaskLine is what becomes of one of several tasks.
type TaskLine struct {
	Index   int    // of its plan
	Moved   string // "blocked -> ready", or "refused"
	Note    string // why it is refused, or what warns of this task and not of most others
	Refused bool
	Differs bool // it is refused, or its plan is not like most others
}

// Bounds of what a summary lists.
const (
	maxReasons = 4 // refusals, and warnings
	maxEffects = 6
)

// Summarize returns what plans of one action, or of one undo, do. The arrow stands between
// two statuses.
func Summarize(plans []TaskPlan, undoing bool, arrow string) *Summary {
	s := &Summary{}
	var allowed []*TaskPlan
	var why, warnings, effects, undo tally
	first := map[string]string{} // the first task that is refused for a reason
	for i := range plans {
		p := &plans[i]
		if !p.Allowed() {
			first[p.Why()] = cmp.Or(first[p.Why()], p.Task.ID)
			why.add(p.Why())
			continue
		}
		allowed = append(allowed, p)
		warnings.add(p.Warning)
		undo.add(p.Undo)
		for _, e := range p.Effects {
			effects.add(e)
		}
	}
	s.Allowed = len(allowed)
	for _, c := range why.most(maxReasons) {
		who := first[c.text]
		switch {
		case c.text == "":
			continue
		case c.n > 1:
			who += " and " + words.Number(c.n-1) + " more"
		}
		s.Refusals = append(s.Refusals, safe.Line(who+": "+c.text, textLimit))
	}
	if n := s.Allowed; n > 0 {
		for _, c := range warnings.most(maxReasons) {
			if c.text != "" {
				s.Warnings = append(s.Warnings, safe.Line(c.of(n), textLimit))
			}
		}
		s.Sentence = safe.Line(sentence(allowed, undoing, &effects), textLimit)
		s.Lines = consequences(allowed, &effects, &undo)
	}
	s.listTasks(plans, allowed, arrow)
	return s
}

// sentence says what happens to the tasks. It takes out the first effect that all plans
// have.
func sentence(plans []*TaskPlan, undoing bool, effects *tally) string {
	parts := []string{movements(plans, undoing)}
	adds, answers := 0, 0
	for _, p := range plans {
		if p.Adds != "" {
			adds++
		}
		if p.AgentSees {
			answers++
		}
	}
	n := len(plans)
	switch {
	case adds == 0:
	case n == 1:
		parts = append(parts, plans[0].Adds+" is added, which does the work")
	default:
		parts = append(parts, words.Count(adds, "task is", "tasks are")+" added, which do the work")
	}
	switch {
	case answers == 1 && n == 1:
		parts = append(parts, "the answer goes to the agent")
	case answers == n:
		parts = append(parts, "the answer goes to each agent")
	case answers > 0:
		parts = append(parts, "the answer goes to "+words.Count(answers, "agent", "agents"))
	case slices.ContainsFunc(plans, func(p *TaskPlan) bool { return p.TakesAnswer && p.Request.Answer != "" }):
		parts = append(parts, "the answer is kept, but nothing says that an agent will read it")
	}
	i := slices.IndexFunc(*effects, func(c counted) bool { return c.n == n })
	if i < 0 {
		return strings.Join(parts, "; ")
	}
	effect := (*effects)[i].text
	if *effects = slices.Delete(*effects, i, i+1); n > 1 {
		effect = "for each: " + effect
	}
	return strings.Join(append(parts, effect), "; ")
}

// movements says how many tasks of which status get which status.
func movements(plans []*TaskPlan, undoing bool) string {
	var ends tally
	from := map[string]*tally{}
	for _, p := range plans {
		end := "become " + word(p.Now)
		switch {
		case p.Was == p.Now || p.Now == "":
			end = "stay " + word(p.Was)
		case undoing:
			end += " again"
		}
		if ends.add(end); from[end] == nil {
			from[end] = &tally{}
		}
		from[end].add(p.Was)
	}
	var all []string
	for _, end := range ends.most(0) {
		var who []string
		for _, was := range from[end.text].most(0) {
			who = append(who, words.Count(was.n, word(was.text)+" task", word(was.text)+" tasks"))
		}
		verb, rest, _ := strings.Cut(end.text, " ")
		if end.n == 1 {
			verb += "s"
		}
		all = append(all, strings.Join(who, " and ")+" "+verb+" "+rest)
	}
	said := strings.Join(all, ", ")
	if len(plans) == 1 {
		said = "The" + strings.TrimPrefix(said, "1")
	}
	return said
}

// word returns a status for a sentence: as it is, or in quotation marks if it is no word.
func word(status string) string {
	letters := func(r rune) bool {
		return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	if status == "" || strings.Trim(status, "0123456789") == "" || strings.TrimLeftFunc(status, letters) != "" {
		return strconv.Quote(status)
	}
	return status
}

// consequences says what follows beside the sentence, until when it can be undone, and who
// signs it.
func consequences(plans []*TaskPlan, effects, undo *tally) []Line {
	var all []Line
	n := len(plans)
	several := func(name string, role Role, texts ...string) {
		for _, t := range texts {
			all = append(all, Line{Name: name, Text: safe.Line(t, textLimit), Role: role})
			name = ""
		}
	}
	var then []string
	for _, c := range effects.most(maxEffects) {
		then = append(then, c.of(n))
	}
	if more := len(*effects) - maxEffects; more > 0 {
		then = append(then, words.Number(more)+" more, which the tasks tell one by one")
	}
	several("then", Plain, then...)
	var until []string
	for _, c := range undo.most(maxReasons) {
		if c.text != "" {
			c.text = "possible " + c.text
		} else if plans[0].Undoes() == "" {
			c.text = "not possible"
		}
		if c.text != "" {
			until = append(until, c.of(n))
		}
	}
	several("undo", Faint, until...)
	if actor := plans[0].Request.Actor; actor != "" {
		several("signed", Faint, actor)
	}
	return all
}

// listTasks lists all tasks, those first that are refused or whose plans are not like most.
func (s *Summary) listTasks(plans []TaskPlan, allowed []*TaskPlan, arrow string) {
	type alike struct {
		Kind
		warning string
	}
	count := map[alike]int{}
	var most alike
	for _, p := range allowed {
		of := alike{p.Kind(), p.Warning}
		if count[of]++; count[of] > count[most] {
			most = of
		}
	}
	var like []TaskLine
	for i := range plans {
		p := &plans[i]
		l := TaskLine{Index: i, Moved: Moved(p.Was, cmp.Or(p.Now, p.Was), p.Adds, arrow)}
		if !p.Allowed() {
			l.Moved, l.Note, l.Refused, l.Differs = "refused", safe.Line(p.Why(), textLimit), true, true
		} else if of := (alike{p.Kind(), p.Warning}); of != most {
			l.Differs = true
			if p.Warning != most.warning {
				l.Note = safe.Line(p.Warning, textLimit)
			}
		}
		if l.Differs {
			s.Tasks = append(s.Tasks, l)
		} else {
			like = append(like, l)
		}
	}
	s.Differing = len(s.Tasks)
	s.Tasks = append(s.Tasks, like...)
}

// tally counts texts.
type tally []counted

type counted struct {
	text string
	n    int
}

func (t *tally) add(text string) {
	i := slices.IndexFunc(*t, func(c counted) bool { return c.text == text })
	if i < 0 {
		i, *t = len(*t), append(*t, counted{text: text})
	}
	(*t)[i].n++
}

// most returns the most frequent texts, at most limit of them; 0: all.
func (t *tally) most(limit int) []counted {
	all := slices.SortedStableFunc(slices.Values(*t), func(a, b counted) int { return b.n - a.n })
	if limit > 0 {
		all = all[:min(limit, len(all))]
	}
	return all
}

// of returns the text, after how many of n tasks it is about where that is not all.
func (c counted) of(n int) string {
	if c.n == n {
		return c.text
	}
	return words.Number(c.n) + " of " + words.Number(n) + ": " + c.text
}
