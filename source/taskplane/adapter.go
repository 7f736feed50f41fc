package taskplane

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/filewrite"
	"notdone/source/logsource"
)

// Kind is the name of this kind of source in --as and in the source field.
const Kind = "taskplane"

// Adapter returns what notdone needs to know to watch Taskplane's batches.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:    Kind,
		Detect:  detect,
		Open:    Open,
		Usual:   func(source.Env) []string { return []string{dotPi + "/runtime"} },
		Rules:   rules(),
		State:   state,
		Actions: filewrite.Offers(offered),
	}
}

// traces are what batches leave in .pi, which other users of pi have, too.
var traces = []string{
	"batch-state.json", "batch-history.json", "runtime/*/registry.json", "runtime/*/batch-meta.json", "runtime/*/agents/*/manifest.json",
}

// detect claims a root with a batch in it, its .pi, and anything in there.
func detect(_ context.Context, p *source.Probe) (bool, error) {
	abs, info, err := logsource.Resolve(p.Path)
	if err != nil {
		return false, err
	}
	root, within := rootOf(abs)
	if !info.IsDir() && (within == "" || spotInPi(within).role == roleNone) {
		return false, nil
	}
	for _, trace := range traces {
		if found, err := filepath.Glob(filepath.Join(escapeGlob(root), dotPi, trace)); err == nil && len(found) > 0 {
			return true, nil
		}
	}
	return false, nil
}

func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// rootOf returns the root for a path that may lie in its .pi, and the path from there.
func rootOf(abs string) (root, within string) {
	if root, ok := strings.CutSuffix(abs, "/"+dotPi); ok {
		return filepath.Clean("/" + root), ""
	}
	if root, within, ok := strings.Cut(abs, "/"+dotPi+"/"); ok {
		if _, err := os.Lstat(filepath.Join(root, dotPi)); err == nil {
			return filepath.Clean("/" + root), within
		}
	}
	return abs, ""
}

// Statuses of tasks, as batches record them.
const (
	statusPending   = "pending"
	statusRunning   = "running"
	statusSucceeded = "succeeded"
	statusFailed    = "failed"
	statusStalled   = "stalled"
	statusSkipped   = "skipped"
	statusBlocked   = "blocked" // in summaries: it depends on a task that failed

	// Words of ours for a task of a batch whose state is gone.
	statusDone    = ".DONE"
	statusBegun   = "begun"
	statusPlanned = "planned"
)

var states = map[string]model.State{
	statusPending: model.StateQueued, statusRunning: model.StateActive, statusSucceeded: model.StateDone, statusFailed: model.StateFailed,
	statusStalled: model.StateFailed, statusSkipped: model.StateCancelled, statusBlocked: model.StateBlocked,
	statusDone: model.StateDone, statusBegun: model.StateActive, statusPlanned: model.StateUnknown,
}

func state(recorded string) model.State { return states[recorded] }
