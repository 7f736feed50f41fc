package runlog

import (
	"slices"
	"strings"
)

// failures are how the summaries of test runners begin that tell of a failure.
var failures = []string{
	"FAIL", "--- FAIL", "FAILED", "test result: FAILED", "BUILD FAILED", "BUILD FAILURE", "not ok ",
	"npm ERR!", "npm error", "panic:", "error: test failed",
}

// hints are parts of whatever saysFailed looks for, so that a text without them
// is passed over at once.
var hints = []string{"fail", "FAIL", "Fail", "not ok ", "npm ", "panic:", "BUILD"}

// saysFailed reports whether what a test run printed says that a test failed: a
// pipe or a list of commands hides the exit code from whoever started it.
func saysFailed(text string) bool {
	if !slices.ContainsFunc(hints, func(h string) bool { return strings.Contains(text, h) }) {
		return false
	}
	for line := range strings.Lines(text) {
		line = strings.Trim(line, " \t\r\n=*#✗✖×│|")
		for _, f := range failures {
			if strings.HasPrefix(line, f) {
				return true
			}
		}
		if counted(line) {
			return true
		}
	}
	return false
}

// counted reports whether the line counts failures, and not 0 of them: "2
// failed", "1 failing", "failures: 3", "Failures=1".
func counted(line string) bool {
	if len(line) > 300 || !strings.Contains(line, "ail") && !strings.Contains(line, "AIL") {
		return false
	}
	fields := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		switch r {
		case ' ', '\t', ',', ';', ':', '=', '(', ')', '[', ']', '|':
			return true
		}
		return false
	})
	for i, f := range fields {
		switch f {
		case "failed", "failing", "failure", "failures":
		default:
			continue
		}
		if i > 0 && digits(fields[i-1]) {
			if strings.Trim(fields[i-1], "0") != "" {
				return true
			}
		} else if f == "failures" && i+1 < len(fields) && digits(fields[i+1]) && strings.Trim(fields[i+1], "0") != "" {
			return true
		}
	}
	return false
}

func digits(s string) bool { return s != "" && len(s) < 8 && strings.Trim(s, "0123456789") == "" }
