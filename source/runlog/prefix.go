package runlog

import (
	"bytes"
	"strings"
	"time"

	"notdone/classify/wordlist"
)

// Prefix is the text that a program writes before a line of another program: a time, a
// level, a stream or a container.
type Prefix struct {
	At    time.Time // zero: the prefix has no time
	Zoned bool      // At was written with a time zone
	// Since is the time since the start of the program, as in "[+00:08]"; negative: the
	// prefix has none.
	Since time.Duration
	Error bool // the level is error or worse
	Len   int  // the length in bytes; 0: there is no prefix

	timed, leveled bool // the prefix has a time, a level: a second one belongs to the line
}

// maxParts is the largest number of parts of a prefix.
const maxParts = 6

// Unwrap splits a line into the prefix of another program and the original line. It
// removes at most one space between them.
//
//	[2025-10-13T02:11:35.243Z] [INFO] {          2025/07/17 16:37:54 [STDOUT] {
//	job<tab>step<tab>2025-10-13T02:11:35Z {      agent-1  | {
//	Oct 13 02:11:35 host agent[71]: {            time=2025-10-13T02:11:35Z {
func Unwrap(line []byte) (Prefix, []byte) {
	p := Prefix{Since: -1}
	rest := line
	if n := tabPrefixLen(line); n > 0 {
		rest = line[n:]
	}
	for range maxParts {
		next := rest
		if p.Len > 0 {
			next = bytes.TrimLeft(next, " \t")
		}
		n := p.addPart(next)
		if n == 0 {
			break
		}
		rest = next[n:]
		p.Len = len(line) - len(rest)
		rest = skipSeparator(rest)
	}
	if p.Len == 0 {
		return p, line
	}
	p.Len = len(line) - len(rest)
	return p, rest
}

// skipSeparator removes the separator between a prefix and the original line.
func skipSeparator(rest []byte) []byte {
	for _, mark := range []string{": ", " - ", " | ", "| ", " "} {
		if bytes.HasPrefix(rest, []byte(mark)) {
			return rest[len(mark):]
		}
	}
	if string(rest) == ":" || string(rest) == "|" {
		return nil
	}
	return rest
}

// addPart reads one part of a prefix and returns its length; 0: there is none.
func (p *Prefix) addPart(s []byte) int {
	if len(s) < 2 {
		return 0
	}
	switch c := s[0]; {
	case c == '[':
		return p.addBracketed(s)
	case c >= '0' && c <= '9':
		if n := p.addTime(s); n > 0 {
			return n
		}
		return clockLen(s)
	case isLetter(c):
		return p.addWord(s)
	}
	return 0
}

// addTime reads a time and returns its length.
func (p *Prefix) addTime(s []byte) int {
	at, zoned, rest := lineStamp(s)
	if at.IsZero() || p.timed {
		return 0
	}
	p.At, p.Zoned, p.timed = at, zoned, true
	n := len(s) - len(rest)
	return len(bytes.TrimRight(s[:n], "] \t-"))
}

// addBracketed reads a time, a level or a name in brackets and returns its length.
func (p *Prefix) addBracketed(s []byte) int {
	const most = 48
	end := bytes.IndexByte(s[:min(len(s), most)], ']')
	if end < 2 {
		return 0
	}
	if end+1 < len(s) && bytes.IndexByte([]byte(" \t[:{|-"), s[end+1]) < 0 {
		return 0 // a link, or an index
	}
	in := bytes.TrimSpace(s[1:end])
	if at, zoned, ok := ParseStamp(bytes.Replace(in, []byte(","), []byte("."), 1)); ok {
		if p.timed {
			return 0
		}
		p.At, p.Zoned, p.timed = at, zoned, true
		return end + 1
	}
	if since, ok := parseElapsed(in); ok {
		p.Since = since
		return end + 1
	}
	if clockLen(in) == len(in) && len(in) > 0 {
		return end + 1
	}
	if !isName(in) {
		return 0
	}
	p.SetLevel(in)
	return end + 1
}

// levels are the names of levels; "error": an error or worse.
var levels = lists.Index("level-")

// SetLevel sets the level if the word is the name of one, and reports whether it is.
func (p *Prefix) SetLevel(word []byte) bool {
	level, ok := levels[strings.ToLower(string(word))]
	p.Error, p.leveled = p.Error || level == "error", p.leveled || ok
	return ok
}

// isName reports whether a text in brackets can be the name of a level, a stream or a
// program, rather than prose.
func isName(text []byte) bool {
	const inName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:/#@"
	return len(text) > 0 && len(text) <= 40 && isLetter(text[0]) && len(bytes.Trim(text, inName)) == 0
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

var timeKeys = []string{"time=", "timestamp=", "ts="}

// addWord reads a level, "time=...", the name of a container or a syslog header, and
// returns its length.
func (p *Prefix) addWord(s []byte) int {
	upper := 0
	for upper < len(s) && s[upper] >= 'A' && s[upper] <= 'Z' {
		upper++
	}
	if !p.leveled && upper > 3 && (upper == len(s) || bytes.IndexByte([]byte(" :\t"), s[upper]) >= 0) && p.SetLevel(s[:upper]) {
		return upper
	}
	for _, key := range timeKeys {
		if after, ok := bytes.CutPrefix(s, []byte(key)); ok {
			value := bytes.TrimPrefix(after, []byte(`"`))
			if n := p.addTime(value); n > 0 {
				return len(s) - len(bytes.TrimPrefix(value[n:], []byte(`"`)))
			}
		}
	}
	if after, ok := bytes.CutPrefix(s, []byte("level=")); ok && p.Len > 0 {
		word, _, _ := bytes.Cut(after, []byte(" "))
		p.SetLevel(word)
		return len("level=") + len(word)
	}
	if n := containerLen(s); n > 0 {
		return n
	}
	return syslogLen(s)
}

// containerLen returns the length of the prefix of docker compose: "agent-1  |".
func containerLen(s []byte) int {
	const most = 80
	bar := bytes.IndexByte(s[:min(len(s), most)], '|')
	if bar < 1 || bar+1 < len(s) && s[bar+1] != ' ' || !isName(bytes.TrimRight(s[:bar], " ")) {
		return 0
	}
	return bar + 1
}

// syslogLen returns the length of a syslog header: "Oct 13 02:11:35 host agent[71]:".
func syslogLen(s []byte) int {
	if len(s) < 20 || s[3] != ' ' || s[6] != ' ' || s[15] != ' ' || clockLen(s[7:15]) != 8 {
		return 0
	}
	if at := strings.Index(monthNames, string(s[:3])); at < 0 || at%3 != 0 {
		return 0
	}
	end := bytes.Index(s[:min(len(s), 160)], []byte(": "))
	if end < 16 || bytes.Count(s[16:end], []byte(" ")) != 1 {
		return 0
	}
	return end + 1
}

var clock = wordlist.Pattern(`^\d\d:\d\d:\d\d(?:[.,]\d*)?`)

// clockLen returns the length of a time of day at the beginning of s: "02:11:35.243".
func clockLen(s []byte) int {
	if len(s) < 8 || s[2] != ':' || s[5] != ':' {
		return 0
	}
	return len(clock().Find(s))
}

// parseElapsed reads the time since a start: "+00:08", "+1:02:03", "+12.5s".
func parseElapsed(text []byte) (time.Duration, bool) {
	s, ok := strings.CutPrefix(string(text), "+")
	if !ok || s == "" || len(s) > 16 {
		return 0, false
	}
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return d, true
	}
	var total time.Duration
	for part := range strings.SplitSeq(s, ":") {
		d, err := time.ParseDuration(part + "s")
		if err != nil || d < 0 {
			return 0, false
		}
		total = total*60 + d
	}
	return total, true
}

// tabPrefixLen returns the length of the job and the step before the time of a line in
// a GitHub Actions log.
func tabPrefixLen(line []byte) int {
	const most = 200
	head := line[:min(len(line), most)]
	at := bytes.IndexByte(head, '\t')
	if at < 1 || head[0] == ' ' {
		return 0
	}
	step := bytes.IndexByte(head[at+1:], '\t')
	if step < 1 {
		return 0
	}
	n := at + 1 + step + 1
	n += len(line[n:]) - len(bytes.TrimPrefix(line[n:], bom))
	if when, _, _ := lineStamp(line[n:]); when.IsZero() {
		return 0
	}
	return n
}

// Heading reads the time in a heading of a log, such as "# Log -
// 2025-10-13T02:11:07Z". A heading is a comment or contains the word "started".
func Heading(line []byte) (at time.Time, zoned bool) {
	const most = 200
	line = line[:min(len(line), most)]
	if len(line) == 0 || line[0] != '#' && !bytes.Contains(line, []byte("tarted")) {
		return time.Time{}, false
	}
	for i := range line {
		if at, zoned, _ := lineStamp(line[i:]); line[i] == '2' && !at.IsZero() {
			return at, zoned
		}
	}
	return time.Time{}, false
}
