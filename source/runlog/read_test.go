package runlog

import (
	"strings"

	"notdone/source/tail"
)

// feed gives a log to a reader line by line, as a follower would.
func feed(f Format, log string, o Options) Reader {
	if o.Name == "" {
		o.Name = "run.log"
	}
	r := New(f, o)
	var n int64
	for line := range strings.Lines(log) {
		n++
		r.Line(tail.Line{Text: []byte(strings.TrimSuffix(line, "\n")), Number: n})
	}
	return r
}

func lineOf(text string, number int) tail.Line {
	return tail.Line{Text: []byte(text), Number: int64(number)}
}
