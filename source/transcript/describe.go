package transcript

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"notdone/source"
)

// Describe says what was found. Files are told apart as far as they were read.
func (l *Logs) Describe() source.Description {
	d := source.Description{Kind: l.kind, Path: l.path}
	var logs, attached, folded int
	groups := map[string]bool{}
	for _, f := range l.files {
		switch {
		case l.without(f) != listed || f.owned:
		case f.task != nil:
			attached++
		case l.folded(f):
			folded++
		default:
			logs++
			if g := group(f.rel); g != "" {
				groups[g] = true
			}
		}
	}
	d.Facts = []source.Fact{{Name: "logs", Value: strconv.Itoa(logs)}}
	if attached > 0 {
		d.Facts = append(d.Facts, source.Fact{Name: "logs of tasks elsewhere", Value: strconv.Itoa(attached)})
	}
	if folded > 0 {
		d.Facts = append(d.Facts, source.Fact{Name: "logs of subagents", Value: strconv.Itoa(folded)})
	}
	d.Groups = sortedGroups(groups)
	return d
}

// lack is why a file is not shown.
type lack uint8

const (
	listed lack = iota
	unreadable
	empty
	old
	noLog
)

// without says why a file is not shown.
func (l *Logs) without(f *file) lack {
	switch {
	case f.err != nil:
		return unreadable
	case f.at.size == 0:
		return empty
	case l.beyond(f):
		return old
	case f.read && !f.isLog():
		return noLog
	}
	return listed
}

// namedDatabases is how many databases are named that are not shown.
const namedDatabases = 3

// LeftOut counts the files and folders that are not shown, and says why.
func (l *Logs) LeftOut() string {
	var files [noLog + 1]int
	for _, f := range l.files {
		if !f.owned {
			files[l.without(f)]++
		}
	}
	var sum passed
	for rel, d := range l.folders {
		sum.over += d.over
		sum.deep += d.deep
		sum.rotated += d.rotated
		sum.packed += d.packed
		sum.others += d.others
		for _, name := range d.databases {
			sum.databases = append(sum.databases, path.Join(rel, name))
		}
	}
	var parts []string
	count := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, strconv.Itoa(n)+" "+many)
		}
	}
	written := ", last written before " + time.Unix(0, l.cutoff).UTC().Format(time.RFC3339) + " (--since)"
	count(files[old], "log"+written, "logs"+written)
	count(files[unreadable], "file that cannot be read", "files that cannot be read")
	count(l.closed, "folder that cannot be read", "folders that cannot be read")
	beyond := fmt.Sprintf(", because more than %d files are there", maxFiles)
	count(sum.over, "file"+beyond, "files"+beyond)
	beneath := fmt.Sprintf(" more than %d levels down", maxDepth)
	count(sum.deep, "folder"+beneath, "folders"+beneath)
	count(files[noLog], "file that is no log", "files that are no logs")
	count(files[empty], "empty file", "empty files")
	count(sum.rotated, "rotated log", "rotated logs")
	count(sum.packed, "compressed file", "compressed files")
	count(sum.others, "file not named as a log", "files not named as logs")
	slices.Sort(sum.databases)
	some := " (" + strings.Join(sum.databases[:min(len(sum.databases), namedDatabases)], ", ")
	if len(sum.databases) > namedDatabases {
		some += ", …"
	}
	count(len(sum.databases), "database"+some+")", "databases"+some+")")
	return strings.Join(parts, ", ")
}
