package watch

import "github.com/fsnotify/fsnotify"

// startNotify opens the kernel's change notifications.
//
// The channel has no room on purpose: while nobody receives, events stay in the
// kernel, which folds equal neighbours into one.
func startNotify() (*fsnotify.Watcher, error) { return fsnotify.NewWatcher() }
