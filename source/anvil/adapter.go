package anvil

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"notdone/source"
	"notdone/source/logsource"
)

// Kind is the name of this kind of source in --as and in the source field.
const Kind = "anvil"

// Adapter returns what notdone needs to know to watch Anvil's sessions. It
// claims a folder with any session in it, whatever else is there, so it comes
// before those that claim any log, which read the rest.
func Adapter() source.Adapter {
	return source.Adapter{
		Kind:     Kind,
		Detect:   detect,
		Shares:   shares,
		Open:     Open,
		Usual:    func(source.Env) []string { return []string{dotAnvil + "/sessions"} },
		Rules:    rules(),
		State:    state,
		Entries:  entries,
		ReadOnly: "its runs are files that nobody reads again",
	}
}

// detectBounds are how far detection looks for a session.
var detectBounds = logsource.Bounds{Files: 5000, Depth: 10}

// shares reports whether a folder may hold logs of others: not Anvil's own, and
// not a working copy, whose other files are the project's.
func shares(p *source.Probe) bool {
	abs, _, err := logsource.Resolve(p.Path)
	if err != nil {
		return false
	}
	_, _, own := ownFolder(abs)
	return !own && !checkout(abs)
}

// detect claims a path in Anvil's own folder, a file whose content is Anvil's,
// and a folder that holds any of these.
func detect(ctx context.Context, p *source.Probe) (found bool, err error) {
	abs, info, err := logsource.Resolve(p.Path)
	if err != nil {
		return false, err
	}
	dir, rel, own := ownFolder(abs)
	switch {
	case info.IsDir() && own:
		abs = dir
	case info.IsDir():
	case !info.Mode().IsRegular() || len(p.Tables) > 0:
		return false, nil
	case own:
		return spotOf(rel).role != roleNone, nil
	default:
		return sniff(p.Head[:min(len(p.Head), headSize)], spotOf(info.Name())).ours, nil
	}
	err = logsource.Walk(ctx, abs, names(!own), detectBounds, func(rel string) error {
		if found = inOwn(rel); !found {
			head, err := logsource.Head(abs, rel, headSize)
			found = err == nil && sniff(head, spotOf(rel)).ours
		}
		if found {
			return filepath.SkipAll
		}
		return nil
	})
	return found, err
}

// names are the entries of a folder that may be Anvil's. Deep also looks into
// other folders than Anvil's own.
func names(deep bool) logsource.Names {
	return logsource.Names{
		Enters: func(dir, name string) bool {
			return name == dotAnvil || inOwn(dir) || deep && !strings.HasPrefix(name, ".") && name != "node_modules" && name != "target"
		},
		Takes: func(dir, name string) (bool, *logsource.Reason) {
			return !strings.HasPrefix(name, ".") && spotOf(filepath.Join(dir, name)).role != roleNone, nil
		},
	}
}

// ownFolder finds the folder that the agent worked in, for a path that lies in
// Anvil's own folder, and the path from there.
func ownFolder(abs string) (dir, rel string, ok bool) {
	if !inOwn(abs) {
		return "", "", false
	}
	dir, rel, _ = cutLast(abs+"/", "/"+dotAnvil+"/")
	return "/" + dir, filepath.Join(dotAnvil, rel), true
}

// checkout reports whether a folder is a working copy that an agent works in:
// all of its sessions are in Anvil's own folder, and most of what changes in it
// is none of ours.
func checkout(dir string) bool {
	for _, name := range []string{".git", dotAnvil} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}
