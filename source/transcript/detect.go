package transcript

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"notdone/source"
	"notdone/source/logsource"
	"notdone/source/runlog"
	"notdone/source/runlog/wrapped"
	"notdone/source/tail"
)

// Bounds of how far detection looks: for a first log, and for one that is not
// the agent's.
var detectBounds = logsource.Bounds{Files: 5000, Depth: 6}

const detectHeads = 64

// detect claims what holds any log.
func detect(ctx context.Context, p *source.Probe) (bool, error) {
	name := filepath.Base(p.Path)
	switch {
	case p.Info.IsDir():
		return HoldsLog(ctx, p.Path, "")
	case !p.Info.Mode().IsRegular() || len(p.Tables) > 0 || tail.IsDatabase(name):
		return false, nil
	case len(p.Head) == 0:
		ok, _ := acceptsFile(".", name)
		return p.Info.Size() == 0 && ok, nil
	case wrapped.Kind(p.Head) != "":
		return true, nil
	}
	switch runlog.Detect(p.Head, name) {
	case runlog.FormatJSONL:
		return true, nil
	case runlog.FormatText: // any text at all: only its name says that it is a log
		return hasLogName(name), nil
	case runlog.FormatUnknown, runlog.FormatBinary:
	}
	return false, nil
}

// detectAgent claims what holds logs of one agent alone.
func detectAgent(ctx context.Context, p *source.Probe, kind string) (bool, error) {
	switch {
	case p.Info.IsDir():
		abs, err := filepath.Abs(p.Path)
		if err != nil {
			return false, err
		}
		if agentOfFolder(logFolder(kind, abs)) == kind {
			return true, nil
		}
		return holdsOnly(ctx, abs, kind)
	case !p.Info.Mode().IsRegular() || len(p.Tables) > 0 || tail.IsDatabase(filepath.Base(p.Path)):
		return false, nil
	}
	return wrapped.Kind(p.Head) == kind, nil
}

// homes are the folders in which agents keep what they did, as the last parts of
// their paths, and the variables that name another owner. An archive is not opened
// unless it is named.
var homes = []struct {
	kind, owner, folder, variable string
	archive                       bool
}{
	{KindClaude, ".claude", "projects", "CLAUDE_CONFIG_DIR", false},
	{KindClaude, filepath.Join(".config", "claude"), "projects", "CLAUDE_CONFIG_DIR", false},
	{KindCodex, ".codex", "sessions", "CODEX_HOME", false},
	{KindCodex, ".codex", "archived_sessions", "CODEX_HOME", true},
}

// usualFolders returns the folders in which an agent keeps what it did on this machine.
func usualFolders(kind string, env source.Env) (dirs []string) {
	for _, h := range homes {
		if h.kind != kind || h.archive {
			continue
		}
		if dir := env.Path(h.variable); dir != "" {
			return []string{filepath.Join(dir, h.folder)}
		}
		dirs = append(dirs, filepath.Join(env.Home, h.owner, h.folder))
	}
	return dirs
}

// agentOfFolder returns which agent keeps its logs in a folder or above it, by its path;
// empty: none. What an operator calls so is an agent's, whoever made it.
func agentOfFolder(dir string) string {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		for _, h := range homes {
			if hasLastParts(dir, filepath.Join(h.owner, h.folder)) {
				return h.kind
			}
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// hasLastParts reports whether a path ends in the parts of another.
func hasLastParts(dir, parts string) bool {
	return dir == parts || strings.HasSuffix(dir, string(filepath.Separator)+parts)
}

// logFolder returns the folder of logs in the folder of an agent itself.
func logFolder(kind, dir string) string {
	for _, h := range homes {
		sub := filepath.Join(dir, h.folder)
		if h.kind != kind || !hasLastParts(dir, h.owner) {
			continue
		}
		if info, err := os.Lstat(sub); err == nil && info.IsDir() {
			return sub
		}
	}
	return dir
}

// eachHead calls fn with the beginnings of the files in a folder that can be read, until
// it returns false.
func eachHead(ctx context.Context, dir string, names logsource.Names, fn func(rel string, head []byte) bool) error {
	return logsource.Walk(ctx, dir, names, detectBounds, func(rel string) error {
		if head, err := logsource.Head(dir, rel, headSize); err == nil && !fn(rel, head) {
			return filepath.SkipAll
		}
		return nil
	})
}

// HoldsLog reports whether a folder holds a file that is a log by its name and its beginning. The
// subfolder of the name but, which may be empty, is not looked into. The error is that of the
// folder itself, or of the context.
func HoldsLog(ctx context.Context, path, but string) (found bool, err error) {
	others := names
	others.Enters = func(dir, name string) bool { return (dir != "." || name != but) && entersFolder(dir, name) }
	err = eachHead(ctx, path, others, func(rel string, head []byte) bool {
		found = wrapped.Kind(head) != "" || runlog.TellsOfRun(head, filepath.Join(path, rel), runlog.Detect(head, rel))
		return !found
	})
	return found, err
}

// holdsOnly reports whether there are logs in a folder and all of them, as far
// as is looked, are one agent's. What lies beside them and is no log, such as notes,
// makes no difference.
func holdsOnly(ctx context.Context, path, kind string) (bool, error) {
	ours, others := 0, 0
	err := eachHead(ctx, path, names, func(rel string, head []byte) bool {
		switch agent := wrapped.Kind(head); {
		case agent == kind:
			ours++
		case agent != "" || runlog.TellsOfRun(head, filepath.Join(path, rel), runlog.Detect(head, rel)):
			others++
		}
		return others == 0 && ours < detectHeads
	})
	return ours > 0 && others == 0, err
}
