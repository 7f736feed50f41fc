// Package watch signals that files or folders of a set have changed.
//
// It never opens a file, so it cannot disturb the owner of a database: it reads only
// names, sizes and times. Changes are detected with inotify where that is reliable,
// and with polling where it is not: on network file systems, beyond the watch limits
// and on systems other than Linux. In both cases a slow stat of all targets detects
// missed changes.
//
// The package only detects that a path has changed. Reading the files is the
// business of package tail, of package sqlitedb and of the adapters.
package watch
