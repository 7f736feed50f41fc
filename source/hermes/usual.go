package hermes

import (
	"path/filepath"
	"strings"

	"notdone/source"
)

// usual lists where Hermes keeps its boards under this environment: the file
// that HERMES_KANBAN_DB pins, which beats everything, else the root that all
// profiles share (hermes kanban_db.py, kanban_home).
func usual(env source.Env) []string {
	get := func(name string) string {
		if env.Getenv == nil {
			return ""
		}
		return expand(strings.TrimSpace(env.Getenv(name)), env.Home)
	}
	if pinned := get("HERMES_KANBAN_DB"); pinned != "" {
		return []string{pinned}
	}
	if home := get("HERMES_KANBAN_HOME"); home != "" {
		return []string{home}
	}
	native := nativeRoot(env.Home)
	if root := sharedRoot(get("HERMES_HOME"), native); root != "" {
		return []string{root}
	}
	return nil
}

func nativeRoot(home string) string {
	if home == "" {
		return ""
	}
	return filepath.Join(home, homeFolder)
}

// sharedRoot is the root of the boards when HERMES_HOME is set: a profile's
// home never has boards of its own.
func sharedRoot(home, native string) string {
	if home == "" {
		return native
	}
	home = filepath.Clean(home)
	if native != "" && (home == native || strings.HasPrefix(home, native+string(filepath.Separator))) {
		return native
	}
	if profiles := filepath.Dir(home); filepath.Base(profiles) == "profiles" {
		return filepath.Dir(profiles)
	}
	return home
}

// expand replaces a leading ~ by the home folder.
func expand(path, home string) string {
	if home == "" || path != "~" && !strings.HasPrefix(path, "~/") {
		return path
	}
	return filepath.Join(home, path[1:])
}
