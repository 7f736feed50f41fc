package runlog

import "testing"

// TestReports is about the summaries of the common test runners, and about what
// tests print on purpose.
func TestReports(t *testing.T) {
	const noise = "[Limiter] Task 2 failed: 84 |\nerror: Item 3 failed\n✓ handles failed logins (3 ms)\n✗ no\nFailed to connect: retrying\nerror: all fail\n"
	for want, texts := range map[testReport][]string{
		reportFailed: {
			"--- FAIL: TestX (0.00s)\n    x_test.go:9: no\nFAIL\nFAIL\tx\t0.1s\nok  \ty\t0.1s\nFAIL", "FAIL\tx [build failed]", "--- FAIL: TestX (0.00s)",
			"FAILED tests/a.py::test_b - assert 1\n=== 1 failed, 2 passed in 0.3s ===", "1 failed in 0.31s", "2 passed, 1 error in 1.2s",
			"FAIL src/a.test.js\n\nTest Suites: 1 failed, 3 passed, 4 total\nTests:       1 failed, 30 passed, 31 total\nSnapshots:   0 total\nTime:        2.1 s",
			" Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 30 passed (31)\n   Duration  2.1s", " 12 pass\n 1 fail\n 40 expect() calls\nRan 13 tests across 2 files. [86.00ms]",
			"test result: FAILED. 1 passed; 1 failed; 0 ignored", "  12 passing (34ms)\n  1 failing", "10 examples, 1 failure", "FAILURES!\nTests: 12, Assertions: 30, Failures: 1.",
			"Tests run: 4, Failures: 2, Errors: 0, Skipped: 0", "BUILD FAILURE", "12 tests completed, 1 failed", "Failed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12",
			"# tests 5\n# pass 4\n# fail 1", "ℹ tests 5\nℹ pass 4\nℹ fail 1", "not ok 3 - x", "FAILED (failures=1)", "92% tests passed, 1 tests failed out of 12", "12 runs, 30 assertions, 1 failures, 0 errors, 0 skips",
			"FAILED | 4 passed | 1 failed (12ms)", "Executed 12 tests, with 2 failures (0 unexpected) in 0.1 (0.2) seconds", "  1 failed\n    [chromium] a.spec.ts:3 b\n  5 passed (3.2s)",
			noise + "Tests: 1 failed, 2 passed, 3 total",
		},
		reportPassed: {
			"ok  \tx\t0.1s", "PASS\nok  \tx\t0.1s", "== 3 passed in 0.3s ==", "Tests: 0 failed, 3 passed", "Test Suites: 4 passed, 4 total\nTests:       31 passed, 31 total",
			" Test Files  4 passed (4)\n      Tests  31 passed (31)", " 1318 pass\n 0 fail\n 2881 expect() calls\nRan 1318 tests across 60 files. [860.00ms]", "test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
			"  12 passing (34ms)", "10 examples, 0 failures", "OK (12 tests, 30 assertions)", "Tests run: 4, Failures: 0, Errors: 0, Skipped: 0", "BUILD SUCCESSFUL in 3s",
			"Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12, Duration: 42 ms - a.dll (net8.0)", "# pass 5\n# fail 0", "Ran 5 tests in 0.1s\n\nOK", "100% tests passed, 0 tests failed out of 12", "12 passed, 0 failures",
			noise + " 12 pass\n 0 fail\nRan 12 tests across 2 files. [8.00ms]", noise + "FAIL me gently\nTests:       12 passed, 12 total", "1 failed, 2 passed\n(what a nested run prints)\n\n\n\nok  \tx\t0.1s",
		},
		reportNone: {"", noise, "a test of what failed before", "handles failed logins (3 ms)", "✓ fails when empty", "failed: 3 users were not found"},
	} {
		for _, text := range texts {
			if got := readReport(text); got != want {
				t.Errorf("%q: %v, want %v", text, got, want)
			}
		}
	}
}

// TestFailedTests is about which of the exit code and the output decides.
func TestFailedTests(t *testing.T) {
	const bad, well = "1 failed, 3 passed in 0.3s", "4 passed in 0.3s"
	for _, c := range []struct {
		command string
		failed  bool // the command
		text    string
		want    bool // the tests
	}{
		{"npm test 2>&1", false, "error: Item 3 failed\n1 failed", false},
		{"npm test", true, "", true},
		{"npm test | tail -5", false, bad, true},
		{"npm test | tail -5", false, well, false},
		{"set -o pipefail; npm test | tail -5", false, bad, false},
		{"npm test || true", false, bad, true},
		{"npm test; echo done", false, bad, true},
		{"npm test > out.txt 2>&1; tail out.txt", false, bad, true},
		{"cd app && npm test", false, bad, false},
		{"npm run build; npm test", false, bad, false},
		{"npm test && cat x | head", false, bad, false},
		{"(npm test) | tail", false, bad, true},
		{"bash -c 'npm test' | tail", false, bad, true},
		{"npm test | grep -i fail", true, "Exit code 1", false},
		{"npm test | grep passed", true, bad, true},
		{"npm test | grep -v x | tail -3", true, "", true},
		{"npm test; ls missing", true, well, false},
	} {
		cmd := parseCommand(c.command)
		if !cmd.tests {
			t.Fatalf("%q runs no tests", c.command)
		}
		if got := testsFailed(&cmd, &Result{Text: c.text, Failed: c.failed}); got != c.want {
			t.Errorf("%q, failed: %v, which printed %q: %v", c.command, c.failed, c.text, got)
		}
	}
}

// Without an exit code the output of a test run decides.
func TestTestsFailedWithoutAnExitCode(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"===== 3 failed, 10 passed in 0.1s =====", true},
		{"===== 13 passed in 0.1s =====", false},
		{"", false},
		{"no such option: failed", false},
	} {
		cmd := parseCommand("pytest -q")
		if got := testsFailed(&cmd, &Result{Text: c.text, Unsure: true}); got != c.want {
			t.Errorf("%q: %v", c.text, got)
		}
	}
}
