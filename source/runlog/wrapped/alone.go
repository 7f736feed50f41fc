package wrapped

import (
	"bytes"
	"slices"

	"notdone/source/runlog"
	"notdone/source/runlog/codex"
	"notdone/source/tail"
)

// beginsSession reports whether a record, by its first bytes, begins a session or a turn
// of an agent. Of a log whose lines are another program's JSON only such records are read.
func beginsSession(record []byte) bool {
	const most = 400
	head := record[:min(len(record), most)]
	for rest, more := head, true; more; {
		_, rest, more = bytes.Cut(rest, []byte(`"type":`))
		word, _, _ := bytes.Cut(bytes.TrimLeft(rest, ` "`), []byte(`"`))
		for i := range agents {
			if slices.Contains(agents[i].begins, string(word)) {
				return string(word) != "system" || bytes.Contains(head, []byte(`"init"`))
			}
		}
	}
	return false
}

// alone takes a line while no agent was found yet, and reports whether the line
// needs no further reading.
func (r *reader) alone(text []byte, l tail.Line) bool {
	r.read(&r.plain, l)
	record := !r.obj.open && straight(text, l.Truncated)
	if record && carries(text) {
		if prefix, line, ok := unpack(text); ok && Kind(line) != "" {
			r.packed = true
			r.passed(prefix, line, l)
			return true
		}
	}
	if record && r.lines {
		return !beginsSession(text)
	}
	r.keep(text)
	head := text[:min(len(text), longest)]
	return !r.obj.open && r.banner == 0 && bytes.IndexByte(head, '{') < 0 && !bytes.Contains(head, codex.Banner)
}

// late is a line near the end of a log.
type late struct {
	text   []byte
	number int64
}

// keep notes a line that may be one of the last.
func (r *reader) keep(text []byte) {
	if len(text) <= longest {
		r.late = append(r.late[max(len(r.late)-nearby+1, 0):], late{bytes.Clone(text), r.number})
	}
}

// closing returns how the program ended according to its last lines, in a log in
// which no agent was found. Only lines that a program writes count: those behind a
// prefix, or all lines of a log that has times. A step that failed alone does not
// count, since a program has many steps.
func (r *reader) closing(timed bool) (end closing) {
	for _, k := range r.late {
		if k.number <= r.number-nearby {
			continue
		}
		if p, body := runlog.Unwrap(k.text); (p.Len > 0 || timed) && hinted(&p, body) {
			end.note(&p, body, k.number, p.At)
		}
	}
	if end.step {
		return closing{}
	}
	return end
}
