package transcript

import (
	"strconv"
	"time"

	"notdone/source"
	"notdone/source/logsource"
)

// Describe says what was found. Files are told apart as far as they were read.
func (l *Logs) Describe() source.Description {
	var logs, attached, folded int
	groups := map[string]bool{}
	for _, f := range l.Files {
		switch {
		case !f.Shown():
		case f.task != nil:
			attached++
		case l.isPartOfAnother(f):
			folded++
		default:
			logs++
			if g := folderOf(f.Rel); g != "" {
				groups[g] = true
			}
		}
	}
	facts := []source.Fact{{Name: "logs", Value: strconv.Itoa(logs)}}
	if attached > 0 {
		facts = append(facts, source.Fact{Name: "logs of tasks elsewhere", Value: strconv.Itoa(attached)})
	}
	if folded > 0 {
		facts = append(facts, source.Fact{Name: "logs of subagents", Value: strconv.Itoa(folded)})
	}
	return l.Description(groups, facts...)
}

// Reasons why files are not shown.
var (
	noLog = &logsource.Reason{One: "file that is no log", Many: "files that are no logs"}
	empty = &logsource.Reason{One: "empty file", Many: "empty files"}
)

// reasonHidden says why a file is not shown; nil when it is.
func (l *Logs) reasonHidden(f *file) *logsource.Reason {
	switch {
	case f.At.Size == 0:
		return empty
	case l.isTooOld(f):
		return l.old
	case f.Read && !f.isLog():
		return noLog
	}
	return nil
}

func (l *Logs) reasons() []*logsource.Reason {
	since := ", last written before " + time.Unix(0, l.cutoff).UTC().Format(time.RFC3339) + " (--since)"
	l.old = &logsource.Reason{One: "log" + since, Many: "logs" + since}
	return []*logsource.Reason{
		l.old, logsource.Unreadable, logsource.Closed, logsource.Over, logsource.Deep, noLog, empty, rotatedLog, compressedFile, otherName, logsource.Database,
	}
}
