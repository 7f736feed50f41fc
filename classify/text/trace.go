package text

import (
	"cmp"
	_ "embed" // the shapes
	"regexp"
	"slices"
	"strings"
	"sync"

	"notdone/classify/wordlist"
)

// traceContent holds the shapes of the lines of stack traces.
//
//go:embed phrases/traces.txt
var traceContent string

// The kinds of lines, in the order in which a line that could be several is taken.
const (
	traceHead = iota
	traceStart
	traceFrame
	traceLog
	traceError
	traceNote
)

var traceShapes = sync.OnceValue(func() *lineShapes {
	return newLineShapes(wordlist.Rows(traceContent), []string{"head", "start", "frame", "log", "error", "note"})
})

// trace is what a program printed when it crashed, at the end of a message, in byte
// offsets.
type trace struct {
	from, to int  // the line that tells most
	sure     bool // it is more than one line that tells of an error
	shown    bool // the message shows it: in a code fence, or behind a colon
}

// Bounds of what is looked at.
const (
	traceLines = 80
	traceBytes = 16 << 10
	innerLines = 2 // lines of any shape between two lines of a trace: what the error says
)

// findTrace reads a message upwards from its end as long as the lines are those of a
// stack trace. The trace is zero when there is none.
func (r *reader) findTrace() trace {
	t := traceScan{message: r.message, shapes: traceShapes()}
	bottom := max(0, len(r.message)-traceBytes)
	for end, n := len(r.message), 0; end > bottom && n < traceLines; n++ {
		start := bottom + strings.LastIndexByte(r.message[bottom:end], '\n') + 1
		if !t.addLine(start, end) {
			break
		}
		end = start - 1
	}
	t.sure = t.heads+t.starts > 0 || t.frames > 1 || t.errors > 0 && t.frames+t.notes > 0
	if !t.sure && t.errors == 0 {
		return trace{}
	}
	t.to = min(t.to, runeStart(r.message, t.from+sentenceLimit))
	return t.trace
}

// traceScan is the state of reading a trace upwards.
type traceScan struct {
	trace
	message               string
	shapes                *lineShapes
	heads, starts         int
	frames, errors, notes int
	seen                  bool // a line of a trace was seen
	inner                 int  // lines of other shapes since then
}

// addLine reports whether the line may belong to the trace that was read below it.
func (t *traceScan) addLine(start, end int) bool {
	line := t.message[start:end]
	body := strings.TrimSpace(line)
	if body == "" {
		return t.inner == 0
	}
	if fenceLength(body) > 0 {
		t.shown = true
		return !t.seen && body[0] == body[len(body)-1]
	}
	switch t.shapes.kindOf(body) {
	case traceHead:
		t.mark(start, end, t.errors == 0)
		t.heads++
	case traceLog:
		t.shown = t.shown || t.frames > 0
		fallthrough
	case traceError:
		t.mark(start, end, t.errors == 0)
		t.errors++
	case traceStart:
		t.starts++
	case traceFrame:
		t.frames++
	case traceNote:
		t.notes++
	default:
		inside := line[0] == ' ' || line[0] == '\t'
		if inside && bulletLength(body) == 0 {
			return true
		}
		t.inner++
		if body[len(body)-1] == ':' {
			t.shown = true
			return false
		}
		return t.seen && t.inner <= innerLines
	}
	t.mark(start, end, !t.seen)
	t.seen, t.inner = true, 0
	return true
}

// mark takes a line as the one that tells most, if it tells more than those below it.
func (t *traceScan) mark(start, end int, more bool) {
	if more {
		body := strings.TrimSpace(t.message[start:end])
		t.from = start + strings.Index(t.message[start:end], body)
		t.to = t.from + len(body)
	}
}

// dottedError is the line of an error that is named by its module.
var dottedError = regexp.MustCompile(`^\w+(\.\w+)+: `)

// ErrorLine returns the line of a recorded error that says what went wrong: its first one, or
// where a stack trace stands above the error the lowest that names one.
func ErrorLine(s string) string {
	lines, shapes := strings.Split(strings.TrimSpace(s), "\n"), traceShapes()
	first := strings.TrimSpace(lines[0])
	if shapes.kindOf(first) != traceStart {
		return first
	}
	last := ""
	for _, line := range slices.Backward(lines) {
		body := strings.TrimSpace(line)
		if body == "" || line[0] == ' ' || line[0] == '\t' {
			continue
		}
		kind := shapes.kindOf(body)
		if kind == traceError || kind == traceHead || dottedError.MatchString(body) {
			return body
		}
		if last == "" && kind != traceStart {
			last = body
		}
	}
	return cmp.Or(last, first)
}

// appendTrace appends that the message ends in a stack trace or in an error. One that
// is shown beside work that is reported is what the work began with.
func (r *reader) appendTrace(done float64, out []evidence) []evidence {
	t := &r.trace
	if t.to == 0 {
		return out
	}
	value := mild + 0.7
	if t.sure {
		value = strong
	}
	if t.shown || !t.sure {
		value *= max(0, 1-done/2.5)
	}
	e := evidence{value: value, at: -1, from: t.from, to: t.to, rule: "ends in an error that nothing answers", label: LabelFailed, group: groupFailure}
	for i := range r.sentences {
		if s := &r.sentences[i]; s.start < t.to && t.from < s.end {
			e.kind = max(r.remarks[i].kind[groupObstacle], r.remarks[i].kind[groupFailure])
		}
	}
	return append(out, e)
}

// crashes reports whether the message ends in the stack trace of a program that
// crashed on the way, which takes back what is reported before it.
func (r *reader) crashes() bool { return r.trace.sure && !r.trace.shown }
