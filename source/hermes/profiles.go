package hermes

import (
	"os"
	"path/filepath"
	"strings"
)

// defaultProfile is the one that every Hermes has.
const defaultProfile = "default"

// profiles is the folder of the profiles of the Hermes that the board belongs to.
func (b *board) profiles() string { return filepath.Join(rootOf(b.path), "profiles") }

// starts reports whether the dispatcher starts workers for an assignee: only for
// those that have a profile (hermes profiles.py, profile_exists). A board that
// does not lie in a Hermes' home says nothing of its profiles.
func (b *board) starts(assignee string) bool {
	name := strings.ToLower(strings.TrimSpace(assignee))
	if name == "" || name == defaultProfile || !b.home() {
		return true
	}
	if !safeName(name) {
		return false
	}
	info, err := os.Stat(filepath.Join(b.profiles(), name))
	return err == nil && info.IsDir()
}

// home reports whether the board lies in a Hermes' home: its configuration or
// its profiles are there.
func (b *board) home() bool {
	for _, name := range []string{"profiles", configName} {
		if _, err := os.Stat(filepath.Join(rootOf(b.path), name)); err == nil {
			return true
		}
	}
	return false
}
