//go:build !linux

package watch

import (
	"errors"

	"github.com/fsnotify/fsnotify"
)

var errNoNotify = errors.New("notifications here open files")

// startNotify refuses. To watch a folder kqueue opens every file in it, and
// closing any descriptor of a database makes the kernel drop all POSIX locks
// this process holds on that file, SQLite's among them: a reader in the same
// process would lose its lock in the middle of a read. A folder of logs may hold
// a database as well, and thousands of descriptors, so everything is polled.
func startNotify() (*fsnotify.Watcher, error) { return nil, errNoNotify }
