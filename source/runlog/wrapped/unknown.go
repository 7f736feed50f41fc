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

// readPlain reads a line while no agent was found yet, and reports whether the line
// needs no further reading.
func (r *reader) readPlain(text []byte, l tail.Line) bool {
	r.give(&r.plain, l)
	record := !r.object.open && isRecord(text, l.Truncated)
	if record && holdsEscapedRecord(text) {
		if prefix, line, ok := unwrapRecord(text); ok && Kind(line) != "" {
			r.escaped = true
			r.readLine(prefix, line, l)
			return true
		}
	}
	if record && r.jsonl {
		return !beginsSession(text)
	}
	if len(text) <= maxReport {
		r.newest = append(r.newest[max(len(r.newest)-maxToEnd+1, 0):], plainLine{bytes.Clone(text), r.number})
	}
	head := text[:min(len(text), maxReport)]
	return !r.object.open && r.banner == 0 && bytes.IndexByte(head, '{') < 0 && !bytes.Contains(head, codex.Banner)
}

// plainLine is a line near the end of a log.
type plainLine struct {
	text   []byte
	number int64
}

// exitInPlain returns how the program ended according to its last lines, in a log in
// which no agent was found. Only lines that a program writes count: those behind a
// prefix, or all lines of a log that has times. A failed step alone does not count, since
// a program has many steps.
func (r *reader) exitInPlain(timed bool) (exit exitReport) {
	for _, n := range r.newest {
		if n.number <= r.number-maxToEnd {
			continue
		}
		if p, body := runlog.Unwrap(n.text); (p.Len > 0 || timed) && mayReportExit(&p, body) {
			exit.update(&p, body, n.number, p.At)
		}
	}
	if exit.step {
		return exitReport{}
	}
	return exit
}

// lineKeys are the keys under which programs that log JSON keep the lines that they pass
// on: those of containers, of servers, of collectors of logs.
var lineKeys = runlog.WordSet("passed-on")

// holdsEscapedRecord reports whether a record may hold one of an agent's as a text.
func holdsEscapedRecord(record []byte) bool {
	head := record[:min(len(record), maxReport)]
	return bytes.IndexByte(head, '\\') >= 0 && bytes.Contains(head, []byte(`{\"type\":`))
}

// unwrapRecord reads a record that a program wrote around a line: the line, and the time
// and the level of the record.
func unwrapRecord(record []byte) (p runlog.Prefix, line []byte, ok bool) {
	d := runlog.Parse(record)
	defer d.Release()
	p.Since = -1
	for key, v := range d.All() {
		switch {
		case runlog.IsTimeKey(key):
			if at, zoned := runlog.TimeOf(v); !at.IsZero() && (v.Kind() == '"' || p.At.IsZero()) {
				p.At, p.Zoned = at, zoned
			}
		case string(key) == "level" || string(key) == "severity":
			p.SetLevel(v.Text())
		case lineKeys[string(key)] && v.Kind() == '"' && (line == nil || holdsEscapedRecord(v.Text())):
			line = []byte(v.Decode(maxObject))
		}
	}
	p.Len = len(record)
	return p, bytes.TrimRight(line, "\r\n"), d.Complete && line != nil
}
