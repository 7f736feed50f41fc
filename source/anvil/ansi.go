package anvil

import "bytes"

const escape = 0x1b

// stripper takes the escape sequences out of lines. Anvil colours its tracing
// even when it does not write to a terminal.
type stripper struct{ buf []byte }

// strip returns the line without escape sequences, and of a line that was
// written over itself the last writing. The result holds until the next call.
func (s *stripper) strip(line []byte) []byte {
	line = bytes.TrimRight(line, "\r")
	if i := bytes.LastIndexByte(line, '\r'); i >= 0 {
		line = line[i+1:]
	}
	i := bytes.IndexByte(line, escape)
	if i < 0 {
		return line
	}
	s.buf = append(s.buf[:0], line[:i]...)
	for i < len(line) {
		if line[i] == escape {
			i += sequence(line[i:])
			continue
		}
		next := bytes.IndexByte(line[i:], escape)
		if next < 0 {
			next = len(line) - i
		}
		s.buf = append(s.buf, line[i:i+next]...)
		i += next
	}
	return s.buf
}

// sequence is the length of the escape sequence that b begins with, as ECMA-48
// has them; one that is cut is as long as b.
func sequence(b []byte) int {
	if len(b) < 2 {
		return len(b)
	}
	switch b[1] {
	case '[':
		for i := 2; i < len(b); i++ {
			if b[i] >= 0x40 && b[i] <= 0x7e {
				return i + 1
			}
		}
		return len(b)
	case ']', 'P', '^', '_', 'X':
		for i := 2; i < len(b); i++ {
			if b[i] == '\a' {
				return i + 1
			}
			if b[i] == escape && i+1 < len(b) && b[i+1] == '\\' {
				return i + 2
			}
		}
		return len(b)
	}
	return 2
}
