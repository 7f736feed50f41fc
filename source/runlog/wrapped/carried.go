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

// unpack reads a record that a program wrote around a line: the line, and what
// the program says of it.
func unpack(record []byte) (p runlog.Prefix, line []byte, ok bool) {
	p.Since = -1
	c := runlog.NewCursor(record)
	if c.Next() != '{' {
		return p, nil, false
	}
	c.Object(func(key []byte) {
		if b := c.Next(); b == '{' || b == '[' {
			return
		} else if b != '"' {
			if at, ok := runlog.ParseNumber(c.Scalar()); ok && timeKey(key) && p.At.IsZero() {
				p.At, p.Zoned = at, true
			}
			return
		}
		value := c.Str()
		switch {
		case timeKey(key):
			if at, zoned, ok := runlog.ParseStamp(value); ok {
				p.At, p.Zoned = at, zoned
			}
		case string(key) == "level" || string(key) == "severity":
			p.SetLevel(value)
		case carriers[string(key)] && (line == nil || carries(value)):
			line = []byte(runlog.Decode(value, maxObject))
		}
	})
	p.Len = len(record)
	return p, bytes.TrimRight(line, "\r\n"), !c.Bad() && line != nil
}

func timeKey(key []byte) bool {
	switch string(key) {
	case "time", "timestamp", "ts", "@timestamp", "at", "date":
		return true
	}
	return false
}
