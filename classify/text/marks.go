package text

import (
	_ "embed" // the marks
	"slices"
	"strings"

	"notdone/classify/wordlist"
)

// markContent holds the marks of what programs and tools write, as rows "name: mark",
// where the mark is a quoted string, because blanks at its ends count.
//
//go:embed phrases/marks.txt
var markContent string

// The marks.
var (
	marks = wordlist.Quoted(markContent)

	logStarts     = sortStarts(marks["log-start"]) // begin lines that programs print and people paste
	diffStarts    = sortStarts(marks["diff"])      // begin lines of a unified diff
	traceStarts   = marks["trace-start"]           // begin a stack trace of several lines
	errorObjects  = marks["error-object"]          // stand in an error object of an API
	toolCalls     = marks["tool-call"]             // begin a call of a tool that was written out as text and never ran
	toolKeys      = marks["tool-key"]              // are fields of JSON that such a call alone has
	toolNames     = marks["tool-name"]             // are fields for the name of a tool
	toolArguments = marks["tool-argument"]         // are fields for what it is called with
	deliveries    = marks["delivery"]              // are commands that bring work where it is to go
	openBoxes     = marks["box-open"]              // begin an item of a task list that is not ticked
	tickedBoxes   = marks["box-ticked"]            // begin one that is ticked
)

// lineStarts are marks that lines begin with, by their first byte.
type lineStarts [256][]string

// sortStarts sorts marks, none of which is empty, by their first byte.
func sortStarts(marks []string) *lineStarts {
	out := new(lineStarts)
	for _, mark := range marks {
		out[mark[0]] = append(out[mark[0]], mark)
	}
	return out
}

// begin reports whether a text that is not empty begins with one of the marks.
func (s *lineStarts) begin(text string) bool { return hasAnyPrefix(text, s[text[0]]) }

func hasAnyPrefix(s string, marks []string) bool {
	for _, mark := range marks {
		if strings.HasPrefix(s, mark) {
			return true
		}
	}
	return false
}

func containsAny(s string, marks []string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.Contains(s, mark) })
}

func countAny(s string, marks []string) (n int) {
	for _, mark := range marks {
		n += strings.Count(s, mark)
	}
	return n
}

// isLogLine reports whether a trimmed line that is not empty comes from a program: it begins with
// a time or a mark, or is a frame of a stack trace, "at run (app.js:3:7)".
func isLogLine(body string) bool {
	switch c := body[0]; {
	case c >= '0' && c <= '9' || c == '[':
		return isTimestamped(strings.TrimPrefix(body, "["))
	case c == 'a' && strings.HasPrefix(body, "at ") && strings.HasSuffix(body, ")") && strings.Contains(body, ":"):
		return true
	}
	return logStarts.begin(body)
}

// isTimestamped reports whether a line begins with a date and a time to the minute, parted by a
// blank or a T. In form, d stands for a digit and the dot for what parts them.
func isTimestamped(body string) bool {
	if len(body) < 16 {
		return false
	}
	const form = "dddd-dd-dd.dd:dd"
	for i := range len(form) {
		switch c := body[i]; form[i] {
		case 'd':
			if c < '0' || c > '9' {
				return false
			}
		case '.':
			if c != ' ' && c != 'T' {
				return false
			}
		default:
			if c != form[i] {
				return false
			}
		}
	}
	return true
}

// isDiffLine reports whether the trimmed line, which is not empty, belongs to a unified diff: it
// begins one or follows such a line with a blank (which indented it), "+", "-", "\" ("\ No newline
// at end of file") or "index ". Any other line ends the diff.
func (l *layout) isDiffLine(body string, indent int) bool {
	switch {
	case diffStarts.begin(body):
		l.diff = true
	case l.diff && indent == 0 && body[0] != '+' && body[0] != '-' && body[0] != '\\':
		l.diff = strings.HasPrefix(body, "index ")
	}
	return l.diff
}

// isExceptionLine reports whether the line is the last of a Python stack trace, such
// as "ValueError: bad".
func isExceptionLine(body string) bool {
	name, _, _ := strings.Cut(body, ":")
	return !strings.ContainsAny(name, " \t\"") && name != "" && (name[0] >= 'A' && name[0] <= 'Z' || strings.Contains(name, "."))
}

// isCommitHeader reports whether a message begins like a conventional commit:
// "fix(auth): ...". Such a message describes a change that was made.
func isCommitHeader(message string) bool {
	head := strings.TrimLeft(message[:min(len(message), 200)], " \t\r\n#*`")
	for _, t := range commitTypes {
		rest, ok := strings.CutPrefix(head, t)
		if !ok {
			continue
		}
		if strings.HasPrefix(rest, "(") {
			end := strings.IndexAny(rest, ")\n")
			if end < 0 || rest[end] != ')' {
				return false
			}
			rest = rest[end+1:]
		}
		return strings.HasPrefix(strings.TrimPrefix(rest, "!"), ": ")
	}
	return false
}

// isChangeLine reports whether a message begins like the log of a change, with the
// part that was changed: "parser: accept empty lines". It is a line of its own, alone or with an
// empty line below it, without what questions and objects have in them.
func isChangeLine(message string) bool {
	line, rest, _ := strings.Cut(strings.TrimSpace(message[:min(len(message), 400)]), "\n")
	part, what, ok := strings.Cut(line, ": ")
	if !ok || len(line) > 120 || len(part) > 40 || rest != "" && !strings.HasPrefix(rest, "\n") || strings.Count(what, " ") < 2 || strings.ContainsAny(line, "?{[\"") {
		return false
	}
	for name := range strings.SplitSeq(part, ", ") {
		if name == "" || stateWords[name] || strings.ContainsAny(name, " ") || name[0] < 'a' || name[0] > 'z' {
			return false
		}
	}
	// A part that statedValues does not have counts as LabelDone, the zero Label: only words
	// for a state against done are kept out.
	return statedValues[part] == LabelDone && what[0] >= 'a' && what[0] <= 'z'
}
