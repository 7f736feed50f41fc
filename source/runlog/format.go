package runlog

import (
	"bytes"
	"path"
	"strings"

	"notdone/source/tail"
)

// Format is how a log is written.
type Format uint8

// The formats. FormatUnknown is the zero value: nothing to go by, or not a log.
const (
	FormatUnknown Format = iota
	FormatJSONL
	FormatText
	FormatBinary
)

// Detect returns the format of a log by its first bytes and its name; a few
// kilobytes are enough. A document of JSON over several lines is not a log, and
// FormatUnknown; so is a file that is still empty.
func Detect(head []byte, name string) Format {
	head = bytes.TrimPrefix(head, bom)
	if len(head) == 0 {
		return FormatUnknown
	}
	if bytes.HasPrefix(head, []byte("SQLite format 3\x00")) || tail.LooksBinary(head) {
		return FormatBinary
	}
	c := countHead(head)
	switch strings.ToLower(path.Ext(name)) {
	case ".jsonl", ".ndjson":
		if c.objects > 0 || c.torn || c.lines == 0 {
			return FormatJSONL
		}
		return FormatText
	case ".json":
		if c.objects > 0 && c.objects == c.lines && (c.objects > 1 || c.known) {
			return FormatJSONL
		}
		return FormatUnknown
	}
	if c.lines == 0 && c.torn || 2*c.objects > c.lines {
		return FormatJSONL
	}
	return FormatText
}

// headCounts is what the beginning of a file holds.
type headCounts struct {
	lines   int  // whole lines that are not blank, and a last one that is whole JSON
	objects int  // of them, objects
	known   bool // the first object has a type or a role
	torn    bool // the last line begins an object and has not ended
}

func countHead(head []byte) (c headCounts) {
	for len(head) > 0 && c.lines < 32 {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		head = rest
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		var r record
		d := Parse(line)
		r.readObject(d.Value, 0)
		switch {
		case d.Complete && d.Kind() == '{':
			c.known = c.known || c.objects == 0 && len(r.typ)+len(r.text("role")) > 0
			c.objects++
			c.lines++
		case whole:
			c.lines++
		case len(line) > 1 && line[0] == '{' && bytes.IndexByte([]byte("\" \t"), line[1]) >= 0:
			c.torn = true
		default:
			c.lines++
		}
		d.Release()
	}
	return c
}

// New returns a reader for a log of the format. A log of an unknown or binary
// format is read as text, of which little will make sense.
func New(f Format, o Options) Reader {
	if f == FormatJSONL {
		return newJSONL(o)
	}
	return newText(o)
}
