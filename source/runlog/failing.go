package runlog

import (
	"strconv"
	"strings"
)

// testReport is the result that the output of a test run reports.
type testReport uint8

const (
	reportNone testReport = iota // the output has no summary of a test runner
	reportPassed
	reportFailed
)

// maxSummaryGap is the largest number of lines between two lines of one summary.
const maxSummaryGap = 4

// readReport reads the output of a test run. The last summary of a test runner
// decides, because tests can print errors that they cause on purpose. Without a
// summary, a line that reports a failed test in a runner's format decides.
func readReport(text string) testReport {
	report, last, marked, n := reportNone, 0, false, 0
	for line := range strings.Lines(text) {
		n++
		line = strings.Trim(line, " \t\r\n=*#✗✖×│|ℹ")
		if line == "" || len(line) > 300 {
			continue
		}
		r := readSummaryLine(line)
		if r == reportNone {
			marked = marked || HasAnyPrefix(line, testFailures)
			continue
		}
		if r == reportFailed || report != reportFailed || n-last > maxSummaryGap {
			report = r
		}
		last = n
	}
	if report == reportNone && marked {
		return reportFailed
	}
	return report
}

// The beginnings of lines in which test runners report a failed test, and of summaries
// without counts.
var testFailures, failedSummaries, passedSummaries = phrases["test-failure"], phrases["tests-failed"], phrases["tests-passed"]

// readSummaryLine reads one line of a summary; reportNone: it is not one.
func readSummaryLine(line string) testReport {
	switch line {
	case "FAIL":
		return reportFailed
	case "PASS", "OK":
		return reportPassed
	}
	switch {
	case HasAnyPrefix(line, failedSummaries):
		return reportFailed
	case HasAnyPrefix(line, passedSummaries):
		return reportPassed
	}
	return readCountLine(line)
}

// The words of a line with test counts. A line with other words is not one, unless it
// has at least three counts: some runners add their name.
var (
	passWords  = lists.Set("count-pass")
	failWords  = lists.Set("count-fail")
	countWords = lists.Set("count-other")
)

// readCountLine reads a line that counts tests: "1 failed, 3 passed in 0.3s", "Tests:
// 12 passed, 12 total", " 0 fail", "Failures: 2, Errors: 0".
func readCountLine(line string) testReport {
	fields := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return strings.ContainsRune(" \t,;:=()[]|!.-–—·", r)
	})
	passed, failed, known, strange := 0, 0, 0, 0
	for i, f := range fields {
		if isCount(f) {
			continue
		}
		if !passWords[f] && !failWords[f] && !countWords[f] {
			strange++
			continue
		}
		n, ok := countAt(line, fields, i)
		switch {
		case !ok:
		case failWords[f]:
			known, failed = known+1, failed+n
		case passWords[f]:
			known, passed = known+1, passed+n
		case f == "total" || f == "skipped":
			known++
		}
	}
	switch {
	case known == 0 || strange > 0 && (known < 3 || strange > 3):
		return reportNone
	case failed > 0:
		return reportFailed
	}
	return reportPassed
}

// countAt returns the number that belongs to the word at i. It precedes the word, with
// "tests" perhaps in between, or it follows the word and a colon.
func countAt(line string, fields []string, i int) (n int, ok bool) {
	before := i - 1
	if before >= 0 && (fields[before] == "tests" || fields[before] == "test") {
		before--
	}
	labelled := strings.ContainsAny(line, ":=") && i+1 < len(fields) && isCount(fields[i+1]) && isLabel(line, fields[i])
	switch {
	case labelled:
		before = i + 1
	case before < 0 || !isCount(fields[before]):
		// "fail 0", as node's runner writes it, is the whole line.
		if len(fields) != 2 || i != 0 || !isCount(fields[1]) {
			return 0, false
		}
		before = 1
	}
	n, err := strconv.Atoi(strings.TrimSuffix(fields[before], "%"))
	return n, err == nil
}

// isLabel reports whether a colon or an equals sign follows the word.
func isLabel(line, word string) bool {
	lower := strings.ToLower(line)
	return strings.Contains(lower, word+":") || strings.Contains(lower, word+"=")
}

// isCount reports whether a word is a number, a share or a time.
func isCount(s string) bool {
	s = strings.TrimRight(s, "%sm")
	return s != "" && len(s) < 9 && strings.Trim(s, "0123456789") == ""
}

// testsFailed reports whether a command with the result ran tests that failed. The exit code
// decides if it is recorded and that of the tests, otherwise the output.
func testsFailed(cmd *command, r *Result) bool {
	if !cmd.masked && !r.Unsure {
		return r.Failed
	}
	switch readReport(r.Text) {
	case reportFailed:
		return true
	case reportPassed:
		return false
	case reportNone:
	}
	return r.Failed && !cmd.searched
}
