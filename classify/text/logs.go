package text

import "strings"

// logStarts open lines that programs print and people paste.
var logStarts = []string{
	"Traceback (most recent call last)", "File \"", "remote: ", "fatal: ", "npm ERR!", "npm error ", "$ ", "% ",
	"error[E", "ERROR ", "WARN ", "WARNING ", "INFO ", "DEBUG ", "[ERROR]", "[WARN", "[INFO", "[DEBUG", "panic: ",
	"goroutine ", "Caused by: ", "at java.", "at org.", "--> ", "E   ", "stderr: ", "stdout: ",
}

// isLogLine reports whether a trimmed line that is not empty comes from a program.
func isLogLine(body string) bool {
	switch c := body[0]; {
	case c >= '0' && c <= '9' || c == '[':
		return isTimestamped(strings.TrimPrefix(body, "["))
	case c == 'a':
		return strings.HasPrefix(body, "at ") && strings.HasSuffix(body, ")") && strings.Contains(body, ":") ||
			strings.HasPrefix(body, "at java.") || strings.HasPrefix(body, "at org.")
	}
	for _, start := range logStarts {
		if body[0] == start[0] && strings.HasPrefix(body, start) {
			return true
		}
	}
	return false
}

// isTimestamped reports whether a line begins with a date and a time.
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

// isDiffLine reports whether the line belongs to a unified diff.
func (l *layout) isDiffLine(body string) bool {
	switch {
	case strings.HasPrefix(body, "diff --git "), strings.HasPrefix(body, "@@ -"), strings.HasPrefix(body, "+++ "),
		strings.HasPrefix(body, "--- a/"), strings.HasPrefix(body, "Index: "):
		l.diff = true
	case l.diff && body[0] != '+' && body[0] != '-' && body[0] != '\\':
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
// part that was changed: "parser: accept empty lines".
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
	return statedValues[part] == LabelDone && what[0] >= 'a' && what[0] <= 'z'
}
