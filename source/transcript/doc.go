// Package transcript is the adapter for folders of run logs, and for single log
// files: each log is a task of its own, judged by how it ends, unless it is the
// log of a task that another source knows.
//
// It finds the files, follows them, decides whether one is still being written,
// and attaches those that belong elsewhere. What the lines of a log mean is
// package runlog's; how a file is read while it grows is package tail's. It
// never writes, never follows a symbolic link inside the folder, and never
// opens what could be a database.
package transcript
