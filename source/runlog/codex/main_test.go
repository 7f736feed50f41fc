package codex

import (
	"strings"

	"notdone/source/runlog"
	"notdone/source/tail"
)

// feed reads a whole log, as a file is read.
func feed(log string, o runlog.Options) runlog.Reader {
	if o.Name == "" {
		o.Name = "r"
	}
	r := New(o)
	n := int64(0)
	for l := range strings.Lines(log) {
		n++
		r.Line(tail.Line{Text: []byte(strings.TrimSuffix(l, "\n")), Number: n})
	}
	return r
}
