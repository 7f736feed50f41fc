package watch

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// reason words an error of the notifications.
func reason(err error) string {
	if errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENFILE) {
		return "limit of inotify instances or open files reached"
	}
	return err.Error()
}

// publish rewrites How and the timers after what is watched, or how, changed.
func (w *Watcher) publish(l *loop) {
	if !l.shape {
		return
	}
	l.shape = false
	pollsFile, pollsTree := false, false
	for _, t := range l.targets {
		pollsFile = pollsFile || t.kind == lost || t.kind != folder && t.dir.why != ""
	}
	for _, d := range l.dirs {
		pollsTree = pollsTree || d.why != "" && len(d.trees) > 0
	}
	if !pollsFile {
		l.files.Stop()
	} else if !l.pollsFile {
		l.files.Reset(l.o.fileEvery())
	}
	if !pollsTree {
		l.trees.Stop()
	} else if !l.pollsTree {
		l.trees.Reset(l.o.treeEvery())
	}
	l.pollsFile, l.pollsTree = pollsFile, pollsTree
	how := l.describe()
	w.how.Store(&how)
}

// describe words how changes are noticed now.
func (l *loop) describe() string {
	var parts []string
	var watched []string
	polled := map[string][]string{}
	for _, d := range l.dirs {
		if d.why == "" {
			watched = append(watched, d.path)
			continue
		}
		every := l.o.fileEvery()
		if len(d.trees) > 0 {
			every = l.o.treeEvery()
		}
		key := fmt.Sprintf("every %v: %s", every, d.why)
		polled[key] = append(polled[key], d.path)
	}
	if len(watched) > 0 {
		parts = append(parts, fmt.Sprintf("inotify on %s, %v window, stat every %v", folders(watched), l.o.Window, l.o.Poll))
	}
	for _, key := range slices.Sorted(maps.Keys(polled)) {
		parts = append(parts, "polling "+folders(polled[key])+" "+key)
	}
	for _, t := range l.targets {
		if t.kind == absent || t.kind == lost || t.kind == file && !t.base[0].exists() {
			parts = append(parts, "waiting for "+t.Path+" to appear")
		}
	}
	if l.cut {
		parts = append(parts, "too many folders or files, some are left out")
	}
	if len(parts) == 0 {
		return "watching nothing"
	}
	return strings.Join(parts, "; ")
}

// folders names one folder, or counts several.
func folders(ds []string) string {
	if len(ds) == 1 {
		return ds[0]
	}
	return fmt.Sprintf("%d folders", len(ds))
}
