package anvil

import (
	"context"

	"notdone/source"
)

// Kind is the name of this kind of source in --as and in the source field.
const Kind = "anvil"

// Adapter returns what notdone needs to know to watch Anvil's sessions. It
// claims a folder with any session in it, whatever else is there, so it comes
// before those that claim any log, which read the rest.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:   Kind,
		Detect: detect,
		Shares: shares,
		Open:   Open,
		Usual: func(source.Env) []string {
			return []string{dotAnvil + "/sessions", dotState + "/sessions"}
		},
		Rules: rules(),
		State: state,
	}
}

// Bounds of what detection looks at.
const (
	detectFiles = maxFiles
	detectHeads = 5000
)

// shares reports whether a folder may hold logs of others: not one of Anvil's
// own, and not a working copy, whose other files are the project's.
func shares(p *source.Probe) bool {
	abs, err := absolute(p.Path)
	if err != nil {
		return false
	}
	_, _, inside := ownFolder(abs)
	return !inside && !checkout(abs)
}

// detect claims a path in one of Anvil's own folders, a file whose content is
// Anvil's, and a folder that holds any of these.
func detect(ctx context.Context, p *source.Probe) (bool, error) {
	abs, err := absolute(p.Path)
	if err != nil {
		return false, err
	}
	dir, rel, inside := ownFolder(abs)
	switch {
	case p.Info.IsDir() && inside:
		return holds(ctx, dir, false)
	case p.Info.IsDir():
		return holds(ctx, abs, true)
	case !p.Info.Mode().IsRegular() || len(p.Tables) > 0:
		return false, nil
	case inside:
		return spotOf(rel).role != roleNone, nil
	}
	s := spotOf(p.Info.Name())
	switch s.role {
	case roleNone, roleLife, roleMeta:
		return false, nil
	default:
	}
	return sniff(p.Head[:min(len(p.Head), headSize)], s, false).ours, nil
}
