package taskplane

import (
	"context"
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
		Entries: entries,
	}
}

// detect claims a root with a batch in it, its .pi, and anything of a batch in there.
// Others use pi, too, so that the folder alone says nothing.
func detect(_ context.Context, p *source.Probe) (bool, error) {
	abs, info, err := logsource.Resolve(p.Path)
	if err != nil {
		return false, err
	}
	root := rootOf(abs)
	if !info.IsDir() && spotOf("", strings.TrimPrefix(abs, root+"/")).role == roleNone {
		return false, nil
	}
	plain := strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(root)
	for _, k := range inPi {
		if found, err := filepath.Glob(filepath.Join(plain, dotPi, k.pattern)); err == nil && len(found) > 0 && k.role <= roleBatch {
			return true, nil
		}
	}
	return false, nil
}

// rootOf returns the root for a path that may lie in its .pi.
func rootOf(abs string) string {
	root, _, _ := strings.Cut(abs+"/", "/"+dotPi+"/")
	return filepath.Clean("/" + root)
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
