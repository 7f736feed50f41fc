package claude

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"notdone/source/runlog"
	"notdone/source/tail"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// feed gives a log to a reader line by line, as a follower would.
func feed(log string, o runlog.Options) runlog.Reader {
	if o.Name == "" {
		o.Name = "run.jsonl"
	}
	r := New(o)
	var n int64
	for line := range strings.Lines(log) {
		n++
		r.Line(tail.Line{Text: []byte(strings.TrimSuffix(line, "\n")), Number: n})
	}
	return r
}
