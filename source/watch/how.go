package watch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// errorText describes an error of the notifications for How.
func errorText(err error) string {
	if errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) {
		return "limit of inotify instances or open files reached"
	}
	return err.Error()
}

// updateHow rewrites How and the timers after what is watched, or how, changed.
func (w *Watcher) updateHow(l *loop) {
	if !l.howChanged {
		return
	}
	l.howChanged = false
	pollsFile, pollsTree := false, false
	for _, t := range l.targets {
		pollsFile = pollsFile || t.dir == nil || !t.isFolder() && t.dir.pollReason != ""
	}
	for _, d := range l.dirs {
		pollsTree = pollsTree || d.pollReason != "" && len(d.trees) > 0
	}
	if !pollsFile {
		l.files.Stop()
	} else if !l.pollsFile {
		l.files.Reset(l.options.fileInterval())
	}
	if !pollsTree {
		l.trees.Stop()
	} else if !l.pollsTree {
		l.trees.Reset(l.options.treeInterval())
	}
	l.pollsFile, l.pollsTree = pollsFile, pollsTree
	how := l.describe()
	w.how.Store(&how)
}

// fewMissing is how many missing targets are named.
const fewMissing = 4

// describe returns the text of How.
func (l *loop) describe() string {
	var parts []string
	var watched []string
	polled := map[string][]string{}
	for _, d := range l.dirs {
		if d.pollReason == "" {
			watched = append(watched, d.path)
			continue
		}
		every := l.options.fileInterval()
		if len(d.trees) > 0 {
			every = l.options.treeInterval()
		}
		key := fmt.Sprintf("every %v: %s", every, d.pollReason)
		polled[key] = append(polled[key], d.path)
	}
	if len(watched) > 0 {
		parts = append(parts, fmt.Sprintf("inotify on %s, %v window, stat every %v", nameFolders(watched), l.options.Window, l.slowPause))
	}
	for _, key := range slices.Sorted(maps.Keys(polled)) {
		parts = append(parts, "polling "+nameFolders(polled[key])+" "+key)
	}
	var missing []string
	for _, t := range l.targets {
		if !t.isThere() {
			missing = append(missing, t.Path)
		}
	}
	if n := len(missing); n > fewMissing {
		parts = append(parts, fmt.Sprintf("waiting for %d files and folders to appear", n))
		missing = nil
	}
	for _, path := range missing {
		parts = append(parts, "waiting for "+path+" to appear")
	}
	if l.incomplete {
		parts = append(parts, "too many folders or files, some are left out")
	}
	if len(parts) == 0 {
		return "watching nothing"
	}
	return strings.Join(parts, "; ")
}

// nameFolders returns the name of a single folder, or the number of several.
func nameFolders(ds []string) string {
	if len(ds) == 1 {
		return ds[0]
	}
	return fmt.Sprintf("%d folders", len(ds))
}
