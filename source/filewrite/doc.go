// Package filewrite is the kit for acting on a system that keeps its state in
// files: it makes a source.Actor of what an adapter decides.
//
// Here belongs what such adapters share: reading the files that an action would
// change, showing the change as a diff, checking again that they are what the
// operator saw, replacing them so that a crash at any moment leaves either the old
// file or the new one, and undoing that. Which files an action changes, and when
// it is allowed, is the adapter's Decision.
//
// Every path lies beneath one folder and leads through no symbolic link. Only
// regular files with one name that belong to the user of this process are
// written. The folders of logs themselves are read by source/logsource, which
// writes nothing.
package filewrite
