package text

import (
	"strings"
)

// lineShape is the shape of a line, as phrases/traces.txt writes it.
type lineShape struct {
	kind  int
	parts []string // between the stars
	needs byteSet  // what stands in every line of the shape
}

// byteSet is a set of ASCII characters; no other is in one.
type byteSet [2]uint64

// bytesOf returns the characters of a text.
func bytesOf(text string) byteSet {
	var low, high uint64 // without branches and without memory, as most lines are only looked at here
	for i := range len(text) {
		c := uint64(text[i])
		bit := 1 << (c & 63) & (c>>7 - 1) // 0 beyond ASCII
		inHigh := -(c >> 6 & 1)
		low |= bit &^ inHigh
		high |= bit & inHigh
	}
	return byteSet{low, high}
}

// has reports whether all of the other set are in the set.
func (s byteSet) has(other byteSet) bool { return other[0]&^s[0]|other[1]&^s[1] == 0 }

// The marks of a shape once its escapes are read.
const (
	anyText = "\x01"
	aName   = 2
	digits  = 3
)

var shapeMarks = strings.NewReplacer(`\*`, "*", `\@`, "@", "*", anyText, "@", string(rune(aName)), "%", string(rune(digits)))

// lineShapes are shapes of lines, each of a kind.
type lineShapes struct {
	kinds   int
	byFirst [256][]lineShape // by the byte that they begin with; at 0 those that begin with a class or a star
}

// newLineShapes makes the shapes of a table of rows. Their kind is the place of their
// name in names.
func newLineShapes(rows map[string][]string, names []string) *lineShapes {
	out := &lineShapes{kinds: len(names)}
	for kind, name := range names {
		for _, s := range rows[name] {
			s = shapeMarks.Replace(s)
			first := s[0]
			if first <= digits {
				first = 0
			}
			parts := strings.Split(s, anyText)
			needs := bytesOf(strings.Join(parts, ""))
			needs[0] &^= 1<<aName | 1<<digits
			out.byFirst[first] = append(out.byFirst[first], lineShape{kind, parts, needs})
		}
	}
	return out
}

// shapedLine is how many bytes of a line are compared with shapes.
const shapedLine = 400

// kindOf returns the lowest kind of the shapes that a trimmed line has, or how many
// kinds there are.
func (l *lineShapes) kindOf(line string) int {
	kind := l.kinds
	if line == "" {
		return kind
	}
	line = line[:min(len(line), shapedLine)]
	seen := bytesOf(line)
	for _, shapes := range [...][]lineShape{l.byFirst[line[0]], l.byFirst[0]} {
		for i := range shapes {
			if shapes[i].kind < kind && seen.has(shapes[i].needs) && shapes[i].matches(line) {
				kind = shapes[i].kind
			}
		}
	}
	return kind
}

// matches reports whether a line has the shape.
func (s *lineShape) matches(line string) bool {
	n := matchPart(s.parts[0], line)
	if n < 0 {
		return false
	}
	last := len(s.parts) - 1
	for i, part := range s.parts[1:] {
		line = line[n:]
		if part == "" {
			n = 0
			if i+1 == last {
				return true
			}
			continue
		}
		if n = findPart(part, line, i+1 == last); n < 0 {
			return false
		}
	}
	return n == len(line)
}

// findPart returns where the first match of a part ends, or with toEnd the one that
// ends with the line; -1 is none.
func findPart(part, line string, toEnd bool) int {
	literal := 0
	for literal < len(part) && !isClass(part[literal]) {
		literal++
	}
	for at := 0; at < len(line); at++ {
		skip := strings.Index(line[at:], part[:literal])
		if skip < 0 {
			return -1
		}
		at += skip
		if n := matchPart(part, line[at:]); n >= 0 && (!toEnd || at+n == len(line)) {
			return at + n
		}
	}
	return -1
}

// matchPart returns the length of what a part without stars matches at the
// beginning of a line, or -1.
func matchPart(part, line string) int {
	at := 0
	for i := range len(part) {
		if !isClass(part[i]) {
			if at == len(line) || line[at] != part[i] {
				return -1
			}
			at++
			continue
		}
		from := at
		for at < len(line) && inClass(part[i], line[at]) {
			at++
		}
		rest := part[i+1:]
		if rest == "" || part[i] == digits {
			if at == from {
				return -1
			}
			continue
		}
		for ; at > from; at-- { // a name gives back what the rest of the part needs
			if n := matchPart(rest, line[at:]); n >= 0 {
				return at + n
			}
		}
		return -1
	}
	return at
}

func isClass(c byte) bool { return c == aName || c == digits }

func inClass(class, c byte) bool {
	if c >= '0' && c <= '9' {
		return true
	}
	return class == aName && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("._:$\\/-<>~[]+", c) >= 0)
}
