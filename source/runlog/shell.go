package runlog

import "strings"

// maxShell is the number of bytes of a command line that are parsed.
const maxShell = 4 << 10

// simpleCommand is one simple command of a shell command line.
type simpleCommand struct {
	words    []string
	writes   []string // what its output is redirected to
	operator string   // the operator behind it: "|", "||", "&&", "&", ";", a line's end, or nothing
}

// splitShell splits a shell command line into simple commands and their words. It
// removes here-documents. Substitutions remain parts of their words.
func splitShell(line string) []simpleCommand {
	s := shellSplitter{rest: line[:min(len(line), maxShell)]}
	for s.rest != "" {
		s.step()
	}
	s.endCommand("")
	return s.done
}

type shellSplitter struct {
	rest      string
	word      strings.Builder
	quoted    bool // the word has begun, even if it is empty
	isTarget  bool // the word is what is redirected to
	isInput   bool // the word is what is read from
	hereWords []string
	isHere    bool // the word is where a here-document ends
	now       simpleCommand
	done      []simpleCommand
}

func (s *shellSplitter) step() {
	c := s.rest[0]
	switch c {
	case ' ', '\t', '\r':
		s.endWord()
	case '\n':
		s.endCommand("\n")
		s.rest = s.rest[1:]
		s.skipHeres()
		return
	case '|':
		if strings.HasPrefix(s.rest, "||") {
			s.rest = s.rest[1:]
			s.endCommand("||")
			break
		}
		s.endCommand("|")
	case ';', '(', ')':
		s.endCommand(s.rest[:1])
	case '&':
		s.readAmpersand()
		return
	case '>':
		s.readRedirect()
		return
	case '<':
		s.readInput()
		return
	case '\'', '"', '`':
		s.readQuoted(c)
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
			s.readSubstitution()
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

// readAmpersand reads &, && and the redirections &> and &>>.
func (s *shellSplitter) readAmpersand() {
	if strings.HasPrefix(s.rest, "&>") {
		s.rest = s.rest[1:]
		s.readRedirect()
		return
	}
	op := "&"
	if strings.HasPrefix(s.rest, "&&") {
		op = "&&"
	}
	s.endCommand(op)
	s.rest = s.rest[len(op):]
}

// readRedirect reads > and >>. The number before it names a descriptor.
func (s *shellSplitter) readRedirect() {
	if w := s.word.String(); w == "1" || w == "2" {
		s.word.Reset()
	}
	s.endWord()
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
	s.isTarget = true
}

// readInput reads <, <<< and <<. The word after << ends a here-document.
func (s *shellSplitter) readInput() {
	s.endWord()
	switch {
	case strings.HasPrefix(s.rest, "<<<"):
		s.rest, s.isInput = s.rest[3:], true
	case strings.HasPrefix(s.rest, "<<"):
		s.rest, s.isHere = strings.TrimPrefix(s.rest[2:], "-"), true
	default:
		s.rest, s.isInput = s.rest[1:], true
	}
}

// readQuoted reads a quoted part of a word.
func (s *shellSplitter) readQuoted(q byte) {
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

// readSubstitution takes $(...) as a part of the word.
func (s *shellSplitter) readSubstitution() {
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

// endWord ends the word.
func (s *shellSplitter) endWord() {
	w := s.word.String()
	if w == "" && !s.quoted {
		return
	}
	s.word.Reset()
	s.quoted = false
	switch {
	case s.isHere:
		s.hereWords, s.isHere = append(s.hereWords, w), false
	case s.isTarget:
		s.now.writes, s.isTarget = append(s.now.writes, w), false
	case s.isInput:
		s.isInput = false
	default:
		s.now.words = append(s.now.words, w)
	}
}

// endCommand ends the simple command at an operator.
func (s *shellSplitter) endCommand(op string) {
	s.endWord()
	s.isTarget, s.isInput, s.isHere = false, false, false
	if len(s.now.words)+len(s.now.writes) > 0 {
		s.now.operator = op
		s.done = append(s.done, s.now)
	} else if n := len(s.done); n > 0 && op != "" && s.done[n-1].operator == ")" {
		s.done[n-1].operator = op
	}
	s.now = simpleCommand{}
}

// skipHeres skips the here-documents of the line that has ended.
func (s *shellSplitter) skipHeres() {
	for _, word := range s.hereWords {
		for s.rest != "" {
			var line string
			line, s.rest, _ = strings.Cut(s.rest, "\n")
			if strings.TrimSpace(line) == word {
				break
			}
		}
	}
	s.hereWords = nil
}
