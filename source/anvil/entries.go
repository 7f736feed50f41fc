package anvil

import (
	"bytes"
	"strings"
	"time"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// entries passes on the lines of Anvil's output and of its tracing: what the model said,
// the tools that came to their end, the runtime's own messages.
func entries(head []byte, rel string, o runlog.Options) func(tail.Line) {
	at := spotOf(rel)
	if o.Entry == nil || at.role != roleLog && at.role != roleTrace || !sniff(head, at).ours {
		return nil
	}
	var newest time.Time
	return func(l tail.Line) {
		text := runlog.Clean(l.Text)
		said, t, traced := splitTrace(text)
		if !traced {
			if t, traced = jsonTrace(text); !traced {
				said = text
			}
		}
		if len(bytes.TrimSpace(said)) > 0 {
			o.Entry(entryOf(said, newest, l.Number))
		}
		if traced {
			newest = t.at
			level := string(text[:min(len(text), 60)])
			failed := strings.Contains(level, " ERROR ") || strings.Contains(level, `"level":"ERROR"`)
			o.Entry(runlog.Entry{Kind: runlog.KindOther, Name: Kind, Text: t.message, At: t.at, Line: l.Number, Failed: failed})
		}
	}
}

// entryOf reads a line that is not tracing.
func entryOf(line []byte, at time.Time, number int64) runlog.Entry {
	e := runlog.Entry{Kind: runlog.KindSaid, Text: string(bytes.TrimRight(line, " \t\r")), At: at, Line: number}
	switch {
	case bytes.HasPrefix(line, signOK), bytes.HasPrefix(line, signBad):
		tool, args, _ := strings.Cut(strings.TrimSpace(string(line[len(signOK):])), " ")
		if strings.Contains(tool, ".") {
			e.Kind, e.Name, e.Text, e.Failed = runlog.KindToolCall, tool, args, bytes.HasPrefix(line, signBad)
		}
	case bytes.HasPrefix(line, errorOf):
		e.Kind, e.Failed = runlog.KindError, true
	}
	return e
}
