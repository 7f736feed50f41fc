// Package watch tells that something changed in a set of files and folders.
//
// It never tells what changed inside a file and never opens one: it reads
// names, sizes and times only, so it cannot disturb the owner of a database.
// Changes come from inotify where that can be trusted, and from stat where it
// cannot: network file systems, exhausted watch limits, systems other than
// Linux. In either case a slow stat of everything catches what was missed.
//
// What belongs here: noticing. What does not: reading, parsing, judging, and
// any knowledge of a queue's tables or a log's lines.
package watch
