package anvil

import (
	"path"
	"strings"
)

// role is what a file is to a session.
type role uint8

const (
	roleNone      role = iota
	roleLog            // what a runner captured of the agent's output
	roleTrace          // Anvil's own tracing log
	roleSession        // the session file
	roleLife           // a growing record of requests: only that it grows matters
	roleResult         // what a benchmark's runner noted of the run
	roleMeta           // what a harness noted of the run
	roleTelemetry      // the counters written at the end
	roleEval           // a line a turn, with how it ended
	roleEvents         // events of a run, in the builds of July and after
)

// spot is what the path of a file says about it.
type spot struct {
	role    role
	place   string // the folder that the agent worked in, "." at the top
	session string // the name of the session; empty when the path does not tell it
	label   string // the name of the case of a runner's file; empty when it has none
}

// Folders that Anvil keeps beneath the one it works in.
const (
	dotAnvil = ".anvil"
	dotState = ".anvil-state" // from the rewrite of late April 2026 on
)

// spotOf reads a path relative to the folder that is open.
func spotOf(rel string) spot {
	parts := strings.Split(rel, "/")
	for i := len(parts) - 2; i >= 0; i-- {
		var s spot
		switch parts[i] {
		case dotAnvil:
			s = inAnvil(parts[i+1:])
		case dotState:
			s = inState(parts[i+1:])
		default:
			continue
		}
		s.place = path.Join(append([]string{"."}, parts[:i]...)...)
		return s
	}
	return beside(rel)
}

// inAnvil reads a path beneath .anvil.
func inAnvil(rest []string) spot {
	folder, base := rest[0], rest[len(rest)-1]
	switch {
	case len(rest) == 2 && folder == "sessions" && strings.HasSuffix(base, ".json"):
		return spot{role: roleSession, session: strings.TrimSuffix(base, ".json")}
	case len(rest) == 2 && folder == "logs":
		if s, ok := between(base, "anvil-", ".log"); ok {
			return spot{role: roleTrace, session: s}
		}
		if s, ok := between(base, "llm-transcript-", ".jsonl"); ok {
			return spot{role: roleLife, session: s}
		}
	case len(rest) == 3 && folder == "runs" && base == "events.jsonl":
		return spot{role: roleEvents, session: rest[1]}
	}
	return spot{}
}

// inState reads a path beneath .anvil-state.
func inState(rest []string) spot {
	if len(rest) < 3 || rest[0] != "sessions" {
		return spot{}
	}
	s := spot{session: rest[1]}
	switch strings.Join(rest[2:], "/") {
	case "session.json":
		s.role = roleSession
	case "logs/eval.jsonl":
		s.role = roleEval
	case "logs/llm-io.jsonl":
		s.role = roleLife
	default:
		return spot{}
	}
	return s
}

// beside reads the path of a file that a runner or a harness left.
func beside(rel string) spot {
	dir, base := path.Dir(rel), path.Base(rel)
	s := spot{place: dir}
	switch base {
	case "session.json":
		s.role = roleSession
		return s
	case "meta.json":
		s.role = roleMeta
		return s
	case "events.jsonl":
		s.role = roleEvents
		return s
	case "eval.jsonl", "llm-io.jsonl":
		if path.Base(dir) == "logs" {
			s.place = path.Dir(dir)
		}
		s.role = roleLife
		if base == "eval.jsonl" {
			s.role = roleEval
		}
		return s
	}
	if name, ok := between(base, "", "_telemetry.json"); ok {
		s.role, s.session = roleTelemetry, name
		return s
	}
	if name, ok := between(base, "", "_result.json"); ok {
		s.role, s.label = roleResult, name
		return s
	}
	switch path.Ext(base) {
	case ".log", ".txt", ".out", ".err":
		s.role, s.label = roleLog, labelOf(base)
	}
	return s
}

// labelOf is the case that a runner's log is named after. Output and errors may
// have been captured apart.
func labelOf(base string) string {
	name := strings.TrimSuffix(base, path.Ext(base))
	for _, stream := range []string{"stdout", "stderr"} {
		if name == stream {
			return ""
		}
		for _, sep := range []string{".", "_", "-"} {
			name = strings.TrimSuffix(name, sep+stream)
		}
	}
	return name
}

// between returns what stands between a prefix and a suffix; false when the text
// has not both, or nothing in between.
func between(s, prefix, suffix string) (string, bool) {
	if len(s) <= len(prefix)+len(suffix) || !strings.HasPrefix(s, prefix) || !strings.HasSuffix(s, suffix) {
		return "", false
	}
	return s[len(prefix) : len(s)-len(suffix)], true
}
