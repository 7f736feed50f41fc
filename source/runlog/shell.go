package runlog

import "strings"

// maxShell is how much of a command line is read, in bytes.
const maxShell = 4 << 10

// simple is one simple command of a shell's line.
type simple struct {
	words  []string
	writes []string // what its output is redirected to
	then   string   // the operator behind it: "|", "||", "&&", "&", ";", a line's end, or nothing
}

// splitShell splits a line of shell into simple commands and these into words,
// by quotes and operators. Here-documents are left out; substitutions stay in
// the words that they are in.
func splitShell(line string) []simple {
	s := shellReader{rest: line[:min(len(line), maxShell)]}
	for s.rest != "" {
		s.step()
	}
	s.end("")
	return s.done
}

type shellReader struct {
	rest   string
	word   strings.Builder
	quoted bool // the word has begun, even if it is empty
	target bool // the word is what is redirected to
	input  bool // the word is what is read from
	heres  []string
	here   bool // the word is where a here-document ends
	now    simple
	done   []simple
}

func (s *shellReader) step() {
	c := s.rest[0]
	switch c {
	case ' ', '\t', '\r':
		s.flush()
	case '\n':
		s.end("\n")
		s.rest = s.rest[1:]
		s.skipHeres()
		return
	case '|':
		if strings.HasPrefix(s.rest, "||") {
			s.rest = s.rest[1:]
			s.end("||")
			break
		}
		s.end("|")
	case ';', '(', ')':
		s.end(s.rest[:1])
	case '&':
		s.amp()
		return
	case '>':
		s.redirect()
		return
	case '<':
		s.from()
		return
	case '\'', '"', '`':
		s.quote(c)
		return
	case '\\':
		if len(s.rest) > 1 {
			if s.rest[1] != '\n' {
				s.word.WriteByte(s.rest[1])
			}
			s.rest = s.rest[1:]
		}
	case '$':
		if strings.HasPrefix(s.rest, "$(") {
			s.substitution()
			return
		}
		s.word.WriteByte(c)
	case '#':
		if s.word.Len() == 0 && !s.quoted {
			n := strings.IndexByte(s.rest, '\n')
			if n < 0 {
				n = len(s.rest)
			}
			s.rest = s.rest[n:]
			return
		}
		s.word.WriteByte(c)
	default:
		s.word.WriteByte(c)
	}
	s.rest = s.rest[1:]
}

// amp reads &, && and the redirections &> and &>>.
func (s *shellReader) amp() {
	if strings.HasPrefix(s.rest, "&>") {
		s.rest = s.rest[1:]
		s.redirect()
		return
	}
	op := "&"
	if strings.HasPrefix(s.rest, "&&") {
		op = "&&"
	}
	s.end(op)
	s.rest = s.rest[len(op):]
}

// redirect reads > and >>. The number before it names a descriptor.
func (s *shellReader) redirect() {
	if w := s.word.String(); w == "1" || w == "2" {
		s.word.Reset()
	}
	s.flush()
	s.rest = strings.TrimPrefix(s.rest[1:], ">")
	s.rest = strings.TrimPrefix(s.rest, "|")
	if strings.HasPrefix(s.rest, "&") {
		n := 1
		for n < len(s.rest) && (s.rest[n] >= '0' && s.rest[n] <= '9' || s.rest[n] == '-') {
			n++
		}
		s.rest = s.rest[n:]
		return
	}
	s.target = true
}

// from reads <, and << with the word that ends what follows.
func (s *shellReader) from() {
	s.flush()
	switch {
	case strings.HasPrefix(s.rest, "<<<"):
		s.rest, s.input = s.rest[3:], true
	case strings.HasPrefix(s.rest, "<<"):
		s.rest, s.here = strings.TrimPrefix(s.rest[2:], "-"), true
	default:
		s.rest, s.input = s.rest[1:], true
	}
}

// quote reads a quoted part of a word.
func (s *shellReader) quote(q byte) {
	s.quoted = true
	i := 1
	for ; i < len(s.rest) && s.rest[i] != q; i++ {
		if s.rest[i] == '\\' && q != '\'' && i+1 < len(s.rest) {
			i++
		}
		s.word.WriteByte(s.rest[i])
	}
	s.rest = s.rest[min(i+1, len(s.rest)):]
}

// substitution takes $(...) as a part of the word.
func (s *shellReader) substitution() {
	depth, i := 0, 1
	for ; i < len(s.rest); i++ {
		if s.rest[i] == '(' {
			depth++
		} else if s.rest[i] == ')' {
			if depth--; depth == 0 {
				i++
				break
			}
		}
	}
	s.word.WriteString(s.rest[:i])
	s.rest = s.rest[i:]
}

// flush ends the word.
func (s *shellReader) flush() {
	w := s.word.String()
	if w == "" && !s.quoted {
		return
	}
	s.word.Reset()
	s.quoted = false
	switch {
	case s.here:
		s.heres, s.here = append(s.heres, w), false
	case s.target:
		s.now.writes, s.target = append(s.now.writes, w), false
	case s.input:
		s.input = false
	default:
		s.now.words = append(s.now.words, w)
	}
}

// end ends the simple command at an operator.
func (s *shellReader) end(op string) {
	s.flush()
	s.target, s.input, s.here = false, false, false
	if len(s.now.words)+len(s.now.writes) > 0 {
		s.now.then = op
		s.done = append(s.done, s.now)
	} else if n := len(s.done); n > 0 && op != "" && s.done[n-1].then == ")" {
		s.done[n-1].then = op
	}
	s.now = simple{}
}

// skipHeres leaves out the here-documents that begin on this line.
func (s *shellReader) skipHeres() {
	for _, word := range s.heres {
		for s.rest != "" {
			var line string
			line, s.rest, _ = strings.Cut(s.rest, "\n")
			if strings.TrimSpace(line) == word {
				break
			}
		}
	}
	s.heres = nil
}
