package anvil

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"
)

// run is one session with all the files that tell about it. It is a task.
type run struct {
	id      string
	place   string
	session string
	label   string
	files   []*file

	from time.Time // when it began, as its files say; zero: they do not

	due   bool // it waits to be reported
	lost  bool // it is gone
	shown bool
	open  bool // it was live when it was last reported
}

// apart is how far the times of two files must lie apart for them to tell about
// different sessions; clocks and the order of writing differ by less.
const apart = 5 * time.Minute

// span is when the files of a part of a session were written, as they say.
type span struct{ from, to time.Time }

func (s *span) add(f *file) {
	if t := f.started; !t.IsZero() && (s.from.IsZero() || t.Before(s.from)) {
		s.from = t
	}
	for _, t := range []time.Time{f.started, f.updated} {
		if t.After(s.to) {
			s.to = t
		}
	}
}

// part is what is joined to runs: the files of one session by its name, or those
// of one case of a runner.
type part struct {
	name  string
	files []*file
	span  span
	life  bool // some of it stands for a session by itself
}

// groups joins the files that are Anvil's to runs.
func groups(files map[string]*file, base string) []*run {
	type where struct {
		place, name string
		named       bool // by a session, not by a case
	}
	parts := map[where]*part{}
	places := map[string]bool{}
	for _, f := range sorted(files) {
		if !f.ours {
			continue
		}
		w := where{f.spot.place, f.spot.label, false}
		switch f.spot.role {
		case roleLog, roleResult, roleMeta:
		default:
			w.name, w.named = f.spot.session, true
		}
		p := parts[w]
		if p == nil {
			p = &part{name: w.name}
			parts[w] = p
			places[w.place] = true
		}
		p.files = append(p.files, f)
		p.span.add(f)
		p.life = p.life || f.spot.role != roleMeta && f.spot.role != roleLife && (f.spot.role != roleEval || f.own())
	}
	var runs []*run
	for _, place := range sortedKeys(places) {
		var sessions, cases []*part
		for w, p := range parts {
			switch {
			case w.place != place:
			case w.named:
				sessions = append(sessions, p)
			default:
				cases = append(cases, p)
			}
		}
		runs = append(runs, pair(place, base, fold(sessions), fold(cases))...)
	}
	return runs
}

// fold gives what has no name to the one part that has: a harness names neither
// its session file nor its record.
func fold(parts []*part) []*part {
	slices.SortFunc(parts, func(a, b *part) int { return cmp.Compare(a.name, b.name) })
	if len(parts) == 2 && parts[0].name == "" {
		p := parts[1]
		p.files = append(p.files, parts[0].files...)
		p.life = p.life || parts[0].life
		return []*part{p}
	}
	return parts
}

// pair joins the sessions of a place with the cases of its runner: the one with
// the one, and of several those that began together.
func pair(place, base string, sessions, cases []*part) []*run {
	taken := map[*part]bool{}
	var runs []*run
	for _, s := range sessions {
		var with *part
		for _, c := range cases {
			if !taken[c] && belong(s, c, len(sessions) == 1 && len(cases) == 1) {
				with = c
				break
			}
		}
		if with != nil {
			taken[with] = true
		}
		runs = append(runs, newRun(place, base, s, with))
	}
	for _, c := range cases {
		if !taken[c] {
			runs = append(runs, newRun(place, base, nil, c))
		}
	}
	return slices.DeleteFunc(runs, func(r *run) bool { return r == nil })
}

func belong(s, c *part, only bool) bool {
	for _, a := range s.files {
		for _, b := range c.files {
			if a.spot.role == roleTrace && b.spot.role == roleLog && !a.started.IsZero() && a.started.Equal(b.started) {
				return true
			}
		}
	}
	if s.span.from.IsZero() || c.span.from.IsZero() {
		return only
	}
	if c.span.from.After(s.span.from.Add(-apart)) && c.span.from.Before(s.span.to.Add(apart)) {
		return true
	}
	// A session file says when the session began, not whether it goes on.
	return only && !c.span.from.Before(s.span.from.Add(-apart)) && s.span.to.Equal(s.span.from)
}

// newRun makes a run of one part or two; nil when they stand for none.
func newRun(place, base string, s, c *part) *run {
	r := &run{place: place}
	life := false
	for _, p := range []*part{c, s} {
		if p != nil {
			r.files = append(r.files, p.files...)
			life = life || p.life
			if from := p.span.from; r.from.IsZero() || !from.IsZero() && from.Before(r.from) {
				r.from = from
			}
		}
	}
	if !life {
		return nil
	}
	name := ""
	if s != nil {
		r.session, name = s.name, s.name
	}
	if c != nil {
		if r.label = c.name; r.label != "" {
			name = r.label
		}
	}
	if name == "" {
		if name = path.Base(place); place == "." {
			name = base
		} else {
			place = path.Dir(place)
		}
	}
	r.id = path.Join(place, name)
	return r
}

// nameRuns gives each run an id of its own. Of several that go by one name the
// one that began first has it, so that none which comes later takes it away; the
// others go by the path of one of their files.
func nameRuns(runs []*run) {
	order := slices.Clone(runs)
	slices.SortFunc(order, func(a, b *run) int {
		switch {
		case a.from.IsZero() && !b.from.IsZero():
			return 1
		case b.from.IsZero() && !a.from.IsZero():
			return -1
		}
		return cmp.Or(a.from.Compare(b.from), cmp.Compare(a.files[0].rel, b.files[0].rel))
	})
	taken := map[string]bool{}
	var again []*run
	for _, r := range order {
		if taken[r.id] {
			again = append(again, r)
		}
		taken[r.id] = true
	}
	for _, r := range again {
		name := r.id
		for i := 0; taken[r.id]; i++ {
			if r.id = fmt.Sprintf("%s#%d", name, i+2-len(r.files)); i < len(r.files) {
				r.id = r.files[i].rel
			}
		}
		taken[r.id] = true
	}
}

// logs are the files of a run that hold lines, the runner's first, and of those
// what the agent said before what it traced apart.
func (r *run) logs() []*file {
	var out []*file
	for _, want := range []role{roleLog, roleTrace} {
		for _, apart := range []bool{false, true} {
			for _, f := range r.files {
				if f.spot.role == want && strings.Contains(path.Base(f.rel), "stderr") == apart {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// newest is when anything of the run was written last.
func (r *run) newest() int64 {
	var at int64
	for _, f := range r.files {
		at = max(at, f.at.mtime)
	}
	return at
}

// goesBy reports whether a run goes by a name that its id does not hold.
func (r *run) goesBy(name string) bool {
	if name == "" {
		return false
	}
	if name == r.session || name == r.label || name == path.Base(r.place) {
		return true
	}
	for _, f := range r.files {
		if f.rel == name || path.Base(f.rel) == name && f.spot.role == roleLog {
			return true
		}
		if f.session != nil && f.session.id == name || f.telemetry != nil && f.telemetry.session == name {
			return true
		}
	}
	return false
}

// has reports whether one of the files lies at or beneath a path.
func (r *run) has(rel string) bool {
	for _, f := range r.files {
		if f.rel == rel || strings.HasPrefix(f.rel, rel+"/") {
			return true
		}
	}
	return false
}
