package runlog

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"notdone/classify/wordlist"
	"notdone/model"
)

// Clean makes a line of a terminal readable: of text that was written over itself only the
// last writing stays, and escape sequences and control characters are removed. The
// result may be the line itself.
func Clean(line []byte) []byte {
	line = bytes.TrimRight(bytes.TrimPrefix(line, bom), "\r")
	if n := bytes.LastIndexByte(line, '\r'); n >= 0 {
		line = line[n+1:]
	}
	plain := true
	for _, b := range line {
		if b < ' ' && b != '\t' || b >= 0x7f {
			plain = false
			break
		}
	}
	if plain {
		return line
	}
	s := strings.ToValidUTF8(string(line), "\uFFFD")
	if strings.IndexFunc(s, unicode.IsControl) < 0 {
		return []byte(s)
	}
	return []byte(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' {
			return -1
		}
		return r
	}, ansi.Strip(s)))
}

var levelPrefix = wordlist.Pattern(`^\[?(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|trace|debug|info|notice|warn|warning|error|fatal|critical)\]?:?(?:\s+|$)`)

// stripLevel removes the level from the beginning of a log line.
func stripLevel(line string) string {
	line = strings.TrimLeft(line, " \t-")
	return line[len(levelPrefix().FindString(line)):]
}

var shell = wordlist.Pattern(`^(?:\S+@\S+[: ]\S*[$#%>❯](?: .*)?|\S{0,40}[~/]\S*[$#%❯]|[$#%>❯](?: .*)?)$`)

// isShellPrompt reports whether the line is a shell's prompt, with or without a command.
func isShellPrompt(line string) bool {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > 200 || !strings.ContainsAny(line, "$#%>") && !strings.Contains(line, "❯") {
		return false
	}
	// A Markdown heading and a quotation begin like a root prompt does.
	if (line[0] == '#' || line[0] == '>') && len(line) > 1 {
		return false
	}
	return shell().MatchString(line)
}

// isNoise reports whether the line is a spinner, a progress bar or a rule.
func isNoise(line string) bool {
	digits := false
	for i, r := range strings.TrimSpace(line) {
		switch {
		case i == 0 && r >= 0x2800 && r <= 0x28ff:
			return true
		case unicode.IsLetter(r):
			return false
		case unicode.IsDigit(r):
			digits = true
		}
	}
	return !digits || strings.Contains(line, "%")
}

var (
	exitLine = wordlist.Pattern(`(?i)^[\[(=*\s-]*(?:(?:child|sub)?process|command|program|job|task|agent|worker|run|script|shell|container|session)?[\s:]*` +
		`(?:exit(?:ed)?|rc|returncode|return code)[ _]*(?:with )?(?:non-zero )?(?:exit )?(?:code|status)?[\s:=]*(-?\d{1,3})[\])=*\s.-]*$`)
	signalWords = map[string]model.Outcome{
		"killed": model.OutcomeCrashed, "terminated": model.OutcomeCancelled, "aborted": model.OutcomeCrashed,
		"aborted (core dumped)": model.OutcomeCrashed, "segmentation fault": model.OutcomeCrashed,
		"segmentation fault (core dumped)": model.OutcomeCrashed, "bus error": model.OutcomeCrashed, "^c": model.OutcomeCancelled,
	}
)

// readExitLine reads the line that a shell or a runner writes when a process has ended.
func readExitLine(line string) (Entry, bool) {
	line = strings.TrimSpace(line)
	if line == "" || len(line) > 80 {
		return Entry{}, false
	}
	if o, ok := signalWords[strings.ToLower(line)]; ok {
		name := strings.ToLower(line)
		if name == "^c" {
			name = "interrupted"
		}
		return Entry{Kind: KindEnd, Name: name, Outcome: o, Failed: true}, true
	}
	if b := line[len(line)-1]; b != ']' && b != ')' && b != '.' && b != '=' && b != '*' && b != '-' && (b < '0' || b > '9') {
		return Entry{}, false
	}
	m := exitLine().FindStringSubmatch(line)
	if m == nil {
		return Entry{}, false
	}
	code, err := strconv.Atoi(m[1])
	if err != nil {
		return Entry{}, false
	}
	e := Entry{Kind: KindEnd, Name: "exit " + strconv.Itoa(code), Outcome: exitOutcome(code), Failed: code != 0}
	return e, true
}

// crashKind returns the kind of crash whose report begins with the line: "Traceback" or
// "panic"; empty: none.
func crashKind(line string) string {
	switch {
	case strings.HasPrefix(line, "Traceback (most recent call last)"):
		return "Traceback"
	case strings.HasPrefix(line, "panic: "), strings.HasPrefix(line, "fatal error: "):
		return "panic"
	case strings.HasPrefix(line, "thread '") && strings.Contains(line, "panicked at"):
		return "panic"
	}
	return ""
}

// crashText returns the line of a crash report with the error message: the last one of a
// Python traceback, the first one of a panic.
func crashText(crash, para string) string {
	lines := strings.Split(strings.TrimSpace(para), "\n")
	if crash != "Traceback" {
		if len(lines) > 1 && strings.HasSuffix(lines[0], ":") {
			return lines[0] + " " + strings.TrimSpace(lines[1])
		}
		return lines[0]
	}
	for _, line := range slices.Backward(lines) {
		if line != "" && line[0] != ' ' && line[0] != '\t' {
			return line
		}
	}
	return lines[0]
}

// Stray reads a line of a shell or a runner between the records of a log. It returns an
// entry, without line and time, if the line reports the end of a process.
func Stray(line []byte) (Entry, bool) { return readExitLine(string(Clean(line))) }
