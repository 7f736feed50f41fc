package codex

import (
	"strings"
	"time"
)

// meta reads the record that a session begins with. One that began as a copy of
// another session has the record of that after its own; what it says is not
// about this session.
func (r *reader) meta(l *line) {
	id := name(l.is[fID])
	if r.own != "" && id != r.own {
		r.copied.under = r.copied.fork && !r.Started
		return
	}
	if r.own == "" {
		r.own = id
		r.UseSession(id)
	}
	keep(&r.Sum.Cwd, l.is[fCwd])
	keep(&r.Sum.Branch, l.is[fBranch])
	keep(&r.Sum.Version, l.is[fVersion])
	r.Sum.Human = human(name(l.is[fSource]), name(l.is[fOrigin])) && !l.sub
	r.copied.fork = len(l.is[fFork]) > 0 || len(l.is[fParent]) > 0
	if l.sub {
		r.Sum.Parent = parent(l, id)
		keep(&r.Sum.Agent, l.is[fAgent])
	}
}

// parent is the session that a subagent works for, which some versions name
// only as the one it was copied from or as the one all of them belong to.
func parent(l *line, own string) string {
	for _, f := range []field{fParent, fFork, fThread} {
		if id := name(l.is[f]); id != "" && id != own {
			return id
		}
	}
	return ""
}

// human reports whether a person sits in front of a session, by how it came
// about (codex-rs/protocol/src/protocol.rs, SessionSource) and by the program
// that started it. Sessions from before there was a source name the program
// alone.
func human(source, program string) bool {
	program = strings.ToLower(program)
	if strings.Contains(program, "exec") || strings.Contains(program, "sdk") {
		return false
	}
	switch source {
	case "cli", "vscode", "tui":
		return true
	case "exec", "mcp":
		return false
	}
	return strings.Contains(program, "tui") || strings.Contains(program, "cli") || strings.Contains(program, "vscode")
}

// context reads under what conditions a turn works.
func (r *reader) context(l *line) {
	keep(&r.Sum.Cwd, l.is[fCwd])
	keep(&r.Sum.Model, l.is[fModel])
	keep(&r.Sum.Effort, l.is[fEffort])
	keep(&r.policy, l.is[fPolicy])
	if l.is[fMode] != nil {
		r.turn.plans = string(l.is[fMode]) == "plan"
	}
	if zone := name(l.is[fZone]); zone != "" && zone != "Local" && (r.zone == nil || r.zone.String() != zone) {
		if z, err := time.LoadLocation(zone); err == nil {
			r.zone = z
		}
	}
}

// clock is the zone of the machine's clock, as far as it is known.
func (r *reader) clock() *time.Location {
	switch {
	case r.zone != nil:
		return r.zone
	case r.o.Zone != nil:
		return r.o.Zone
	}
	return time.UTC
}

func keep(to *string, s span) {
	if len(s) > 0 && *to != string(s) {
		*to = name(s)
	}
}
