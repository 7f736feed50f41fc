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
	roleResult         // what a benchmark's runner noted of the run
	roleTelemetry      // the counters written at the end
)

// spot is what the path of a file says about it.
type spot struct {
	role    role
	place   string // the folder that the agent worked in, "." at the top
	session string // the name of the session; empty when the path does not tell it
	label   string // the name of the case of a runner's file; empty when it has none
}

// dotAnvil is the folder that Anvil keeps beneath the one it works in.
const dotAnvil = ".anvil"

// inOwn reports whether a path lies in a folder of Anvil's own.
func inOwn(rel string) bool { return strings.Contains("/"+rel+"/", "/"+dotAnvil+"/") }

// spotOf reads a path relative to the folder that is open.
func spotOf(rel string) spot {
	if before, rest, ok := cutLast("/"+rel, "/"+dotAnvil+"/"); ok {
		s := ownSpot(rest)
		s.place = path.Join(".", before)
		return s
	}
	return runnerSpot(rel)
}

// cutLast cuts a text around the last occurrence of a separator.
func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return strings.TrimPrefix(s[:i], "/"), s[i+len(sep):], true
}

// ownSpot reads a path beneath .anvil.
func ownSpot(rest string) spot {
	switch dir, base := path.Split(rest); dir {
	case "sessions/":
		return named(base, "", ".json", spot{role: roleSession})
	case "logs/":
		return named(base, "anvil-", ".log", spot{role: roleTrace})
	}
	return spot{}
}

// named completes what is said of a file by the name of the session between a prefix
// and a suffix; without one the file is none.
func named(base, prefix, suffix string, s spot) spot {
	name, begins := strings.CutPrefix(base, prefix)
	name, ends := strings.CutSuffix(name, suffix)
	if s.session = name; !begins || !ends || name == "" {
		return spot{}
	}
	return s
}

// runnerSpot reads the path of a file that a runner left.
func runnerSpot(rel string) spot {
	dir, base := path.Split(rel)
	s := spot{place: path.Clean(dir)}
	if t := named(base, "", "_telemetry.json", spot{role: roleTelemetry, place: s.place}); t.role != roleNone {
		return t
	}
	if name, ok := strings.CutSuffix(base, "_result.json"); ok && name != "" {
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
