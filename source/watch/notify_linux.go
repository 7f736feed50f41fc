package watch

import "github.com/fsnotify/fsnotify"

// startNotify opens inotify.
//
// The channel of events is unbuffered on purpose: while no event is received, they
// stay in the kernel, which merges equal consecutive ones.
func startNotify() (*fsnotify.Watcher, error) { return fsnotify.NewWatcher() }
