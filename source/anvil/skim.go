package anvil

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
)

// errShape says that a file is not the JSON that it should be, or not whole.
var errShape = errors.New("not whole JSON")

// maxDepth bounds how deep values may be nested.
const maxDepth = 64

// skim reads a JSON document once, from its beginning to its end, and keeps
// nothing: session files grow to tens of megabytes, of which little matters.
// After the first error every method does nothing.
type skim struct {
	r     *bufio.Reader
	depth int
	err   error
	buf   []byte
}

func newSkim(r io.Reader) *skim { return &skim{r: bufio.NewReaderSize(r, 32<<10)} }

func (s *skim) fail() { s.err = errors.Join(s.err, errShape) }

// peek returns the next byte that is not white space; 0 at an error.
func (s *skim) peek() byte {
	for s.err == nil {
		b, err := s.r.ReadByte()
		if err != nil {
			s.fail()
			return 0
		}
		switch b {
		case ' ', '\t', '\n', '\r':
			continue
		}
		if err := s.r.UnreadByte(); err != nil {
			s.fail()
			return 0
		}
		return b
	}
	return 0
}

// expect takes one byte.
func (s *skim) expect(want byte) {
	if s.peek() != want {
		s.fail()
		return
	}
	_, _ = s.r.Discard(1) // it was seen
}

// object calls fn with each key; fn must take the value. Another value than an
// object is passed over.
func (s *skim) object(fn func(key string)) {
	s.list('{', '}', func() {
		key := s.raw(256)
		s.expect(':')
		fn(unquote(key))
	})
}

// array calls fn before each element; fn must take it. Another value than an
// array is passed over.
func (s *skim) array(fn func()) { s.list('[', ']', fn) }

func (s *skim) list(begin, end byte, fn func()) {
	if s.peek() != begin {
		s.skip()
		return
	}
	if s.depth++; s.depth > maxDepth {
		s.fail()
	}
	s.expect(begin)
	if s.peek() == end {
		s.expect(end)
		s.depth--
		return
	}
	for s.err == nil {
		fn()
		if s.peek() == end {
			break
		}
		s.expect(',')
	}
	s.expect(end)
	s.depth--
}

// text takes a string, of which the first limit bytes are kept. Another value
// gives "" and is passed over.
func (s *skim) text(limit int) string {
	if s.peek() != '"' {
		s.skip()
		return ""
	}
	return unquote(s.raw(limit))
}

// encoded takes a string as it stands in the document, of which the first limit
// bytes are kept, in place of what into held. Another value leaves it empty.
func (s *skim) encoded(limit int, into []byte) []byte {
	if s.peek() != '"' {
		s.skip()
		return into[:0]
	}
	return append(into[:0], s.raw(limit)...)
}

// number takes a number; ok is false for another value, which is passed over.
func (s *skim) number() (n float64, ok bool) {
	switch b := s.peek(); {
	case b == '-', b >= '0' && b <= '9':
		n, err := strconv.ParseFloat(s.word(), 64)
		return n, err == nil
	}
	s.skip()
	return 0, false
}

// yes takes a value and reports whether it is true.
func (s *skim) yes() bool {
	if s.peek() != 't' {
		s.skip()
		return false
	}
	return s.word() == "true"
}

// skip passes over a value.
func (s *skim) skip() {
	switch s.peek() {
	case '{':
		s.object(func(string) { s.skip() })
	case '[':
		s.array(s.skip)
	case '"':
		s.raw(0)
	default:
		switch w := s.word(); w {
		case "true", "false", "null":
		default:
			if _, err := strconv.ParseFloat(w, 64); err != nil {
				s.fail()
			}
		}
	}
}

// word takes what is neither a string nor a list.
func (s *skim) word() string {
	var b strings.Builder
	for s.err == nil && b.Len() < 64 {
		c, err := s.r.ReadByte()
		if err != nil {
			break
		}
		if strings.IndexByte(",]} \t\r\n", c) >= 0 {
			_ = s.r.UnreadByte() // it was just read
			break
		}
		b.WriteByte(c)
	}
	if b.Len() == 0 {
		s.fail()
	}
	return b.String()
}

// raw takes a string as it stands between its quotation marks, of which the
// first limit bytes are kept, cut between two characters.
func (s *skim) raw(limit int) []byte {
	s.expect('"')
	s.buf = s.buf[:0]
	full := false
	keep := func(b []byte) {
		full = full || len(s.buf)+len(b) > limit
		if !full {
			s.buf = append(s.buf, b...)
		}
	}
	for s.err == nil {
		if _, err := s.r.Peek(1); err != nil {
			s.fail()
			break
		}
		window, _ := s.r.Peek(s.r.Buffered())
		i := bytes.IndexAny(window, "\"\\")
		if i < 0 {
			i = len(window)
		}
		if room := limit - len(s.buf); i > room && !full {
			keep(window[:max(room, 0)])
			full = true
		} else {
			keep(window[:i])
		}
		stop := i < len(window)
		var c byte
		if stop {
			c = window[i]
		}
		_, _ = s.r.Discard(i)
		if !stop {
			continue
		}
		if c == '"' {
			_, _ = s.r.Discard(1)
			return s.buf
		}
		n := 2
		if e, err := s.r.Peek(2); err == nil && e[1] == 'u' {
			n = 6
		}
		e, err := s.r.Peek(n)
		if err != nil {
			s.fail()
			break
		}
		keep(e)
		_, _ = s.r.Discard(n)
	}
	return nil
}

// unquote makes text of what stands between the quotation marks of a string.
func unquote(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return strings.ToValidUTF8(string(raw), "\uFFFD")
	}
	var s string
	quoted := append(append([]byte{'"'}, raw...), '"')
	if err := json.Unmarshal(quoted, &s); err != nil {
		return strings.ToValidUTF8(string(raw), "\uFFFD")
	}
	return s
}
