package wrapped

import (
	"bytes"

	"notdone/source/runlog"
)

// carriers are the keys under which programs that log JSON keep the lines that
// they pass on: those of containers, of servers, of collectors of logs.
var carriers = map[string]bool{
	"log": true, "msg": true, "message": true, "line": true, "text": true, "data": true, "raw": true, "output": true, "chunk": true, "MESSAGE": true,
}

// escaped begins a record that is written as a text inside another one.
var escaped = []byte(`{\"type\":`)

// carries reports whether a record may hold one of an agent's as a text.
func carries(record []byte) bool {
	head := record[:min(len(record), longest)]
	return bytes.IndexByte(head, '\\') >= 0 && bytes.Contains(head, escaped)
}

// unpack reads a record that a program wrote around a line: the line, and the time and
// the level of the record.
func unpack(record []byte) (p runlog.Prefix, line []byte, ok bool) {
	d := runlog.Parse(record)
	defer d.Release()
	p.Since = -1
	for key, v := range d.All() {
		switch {
		case runlog.IsTimeKey(key):
			if at, zoned, ok := runlog.ParseStamp(v.Text()); ok {
				p.At, p.Zoned = at, zoned
			} else if at, ok := runlog.ParseNumber(v.Scalar()); ok && p.At.IsZero() {
				p.At, p.Zoned = at, true
			}
		case string(key) == "level" || string(key) == "severity":
			p.SetLevel(v.Text())
		case carriers[string(key)] && v.Kind() == '"' && (line == nil || carries(v.Text())):
			line = []byte(v.Decode(maxObject))
		}
	}
	p.Len = len(record)
	return p, bytes.TrimRight(line, "\r\n"), d.Complete && line != nil
}
