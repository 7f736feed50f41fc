package anvil

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"notdone/source/logsource"
)

// run is one session with all the files that tell about it. It is a task.
type run struct {
	logsource.Unit
	id      string
	place   string
	session string
	label   string
	files   []*file

	from time.Time // when it began, as its files say
}

// apart is how far the times of two files must lie apart for them to tell about
// different sessions; clocks and the order of writing differ by less.
const apart = 5 * time.Minute

// part is what is joined to runs: the files of one session by its name, or those
// of one case of a runner.
type part struct {
	name     string
	files    []*file
	from, to time.Time // when they were written, as they say
}

func (p *part) add(f *file) {
	p.files = append(p.files, f)
	if t := f.started; !t.IsZero() && (p.from.IsZero() || t.Before(p.from)) {
		p.from = t
	}
	for _, t := range []time.Time{f.started, f.updated} {
		if t.After(p.to) {
			p.to = t
		}
	}
}

// groups joins the files that are Anvil's to runs.
func groups(files map[string]*file, base string) []*run {
	type key struct {
		place, name string
		session     bool // named by a session, not by a case
	}
	parts := map[key]*part{}
	sessions, cases := map[string][]*part{}, map[string][]*part{}
	places := map[string]bool{}
	for _, rel := range slices.Sorted(maps.Keys(files)) {
		f := files[rel]
		if !f.ours {
			continue
		}
		k, list := key{f.spot.place, f.spot.label, false}, cases
		if f.spot.role != roleLog && f.spot.role != roleResult {
			k, list = key{f.spot.place, f.spot.session, true}, sessions
		}
		p := parts[k]
		if p == nil {
			p = &part{name: k.name}
			parts[k], places[k.place] = p, true
			list[k.place] = append(list[k.place], p)
		}
		p.add(f)
	}
	var runs []*run
	for place := range places {
		runs = append(runs, pair(place, base, sessions[place], cases[place])...)
	}
	nameRuns(runs)
	return runs
}

// pair joins the sessions of a place with the cases of its runner: the one with
// the one, and of several those that began together.
func pair(place, base string, sessions, cases []*part) []*run {
	only := len(sessions) == 1 && len(cases) == 1
	left := slices.Clone(cases)
	var runs []*run
	for _, s := range sessions {
		var with *part
		if i := slices.IndexFunc(left, func(c *part) bool { return belong(s, c, only) }); i >= 0 {
			with = left[i]
			left = slices.Delete(left, i, i+1)
		}
		runs = append(runs, newRun(place, base, s, with))
	}
	for _, c := range left {
		runs = append(runs, newRun(place, base, nil, c))
	}
	return runs
}

func belong(s, c *part, only bool) bool {
	for _, a := range s.files {
		for _, b := range c.files {
			if a.spot.role == roleTrace && b.spot.role == roleLog && !a.started.IsZero() && a.started.Equal(b.started) {
				return true
			}
		}
	}
	if s.from.IsZero() || c.from.IsZero() {
		return only
	}
	if c.from.After(s.from.Add(-apart)) && c.from.Before(s.to.Add(apart)) {
		return true
	}
	// A session file says when the session began, not whether it goes on.
	return only && !c.from.Before(s.from.Add(-apart)) && s.to.Equal(s.from)
}

// unknown is when a run began whose files do not say; it is after all others.
var unknown = time.Unix(1<<40, 0)

// newRun makes a run of one part or two; either may be nil.
func newRun(place, base string, s, c *part) *run {
	r := &run{place: place, from: unknown}
	for _, p := range []*part{c, s} {
		if p == nil {
			continue
		}
		r.files = append(r.files, p.files...)
		for _, f := range p.files {
			r.Parts = append(r.Parts, &f.File)
		}
		if from := p.from; !from.IsZero() && from.Before(r.from) {
			r.from = from
		}
	}
	if s != nil {
		r.session = s.name
	}
	if c != nil {
		r.label = c.name
	}
	if name := cmp.Or(r.label, r.session); name != "" || place == "." {
		r.id = path.Join(place, cmp.Or(name, base))
	} else {
		r.id = place
	}
	return r
}

// nameRuns gives each run an id of its own. Of several that go by one name the
// one that began first has it, so that none which comes later takes it away; the
// others go by the path of one of their files.
func nameRuns(runs []*run) {
	slices.SortFunc(runs, func(a, b *run) int {
		return cmp.Or(a.from.Compare(b.from), cmp.Compare(a.files[0].Rel, b.files[0].Rel))
	})
	taken := map[string]bool{}
	var again []*run
	for _, r := range runs {
		if taken[r.id] {
			again = append(again, r)
		}
		taken[r.id] = true
	}
	for _, r := range again {
		for r.id = r.files[0].Rel; taken[r.id]; {
			r.id += "#"
		}
		taken[r.id] = true
	}
}

// logs are the files of a run that hold lines, the runner's first, and of those
// what the agent said before what it traced apart.
func (r *run) logs() []*file {
	logs := slices.DeleteFunc(slices.Clone(r.files), func(f *file) bool { return f.spot.role != roleLog && f.spot.role != roleTrace })
	slices.SortStableFunc(logs, func(a, b *file) int {
		traces := func(f *file) int { return strings.Count(path.Base(f.Rel), "stderr") }
		return cmp.Or(cmp.Compare(a.spot.role, b.spot.role), cmp.Compare(traces(a), traces(b)))
	})
	return logs
}

// goesBy reports whether a run goes by a name that its id does not hold.
func (r *run) goesBy(name string) bool {
	if name == "" || name == r.session || name == r.label || name == path.Base(r.place) {
		return name != ""
	}
	for _, f := range r.files {
		if f.Rel == name || f.spot.role == roleLog && path.Base(f.Rel) == name ||
			f.session != nil && f.session.id == name || f.telemetry != nil && string(f.telemetry.Session) == name {
			return true
		}
	}
	return false
}

// has reports whether one of the files lies at or beneath a path.
func (r *run) has(rel string) bool {
	return slices.ContainsFunc(r.files, func(f *file) bool { return f.Rel == rel || strings.HasPrefix(f.Rel, rel+"/") })
}
