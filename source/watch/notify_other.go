//go:build !linux

package watch

import (
	"errors"

	"github.com/fsnotify/fsnotify"
)

var errNoNotify = errors.New("notifications here open files")

// startNotify returns an error, so that everything is polled. To watch a folder
// kqueue opens every file in it. Closing a descriptor of a database makes the kernel
// drop all POSIX locks that this process has on the file, so a reader in this process
// would lose SQLite's lock. A folder of logs can contain a database too, and
// thousands of files to open.
func startNotify() (*fsnotify.Watcher, error) { return nil, errNoNotify }
