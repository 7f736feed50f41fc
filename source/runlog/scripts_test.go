package runlog

import "testing"

// TestScripts is about which commands may have run tests without their words
// saying so.
func TestScripts(t *testing.T) {
	for _, tt := range []struct {
		command               string
		scripts, tests, looks bool
	}{
		{"go test ./...", false, true, false},
		{"git commit -m x", false, false, false},
		{"git commit -m \"$(cat <<'EOF'\nSay \"no\" (twice)\n\nrun it's parts\nEOF\n)\"", false, false, false},
		{"npm install", false, false, false},
		{"npm run build", true, false, false},
		{"./ci.sh", true, false, false},
		{"make", true, false, false},
		{"docker compose run app check", true, false, false},
		{"cd app && rm -rf build && python3 tool.py", true, false, false},
		{"git status", false, false, true},
		{"rg timeout | head", false, false, true},
		{"sed -i s/a/b/ x.go", false, false, false},
	} {
		var w Work
		w.AddCall(Call{ID: "1", Tool: "Bash", Mode: ModeCommand, Command: tt.command})
		w.AddResult("1", Result{}, 4)
		a := w.Facts()
		if got := a.Scripts == 1; got != tt.scripts {
			t.Errorf("%s: a script: %v", tt.command, got)
		}
		if got := a.Tests == 1; got != tt.tests {
			t.Errorf("%s: tests: %v", tt.command, got)
		}
		if a.CommandReadOnly != tt.looks || !a.CommandLast || a.Command.Where != ":4" {
			t.Errorf("%s: %+v", tt.command, a)
		}
	}
	var w Work
	w.AddCall(Call{ID: "1", Tool: "Bash", Mode: ModeCommand, Command: "make"})
	w.AddResult("1", Result{Failed: true}, 4)
	w.AddCall(Call{ID: "2", Tool: "Read", Mode: ModeRead, Path: "x"})
	w.AddResult("2", Result{}, 6)
	if a := w.Facts(); a.CommandLast {
		t.Errorf("something was done after the last command: %+v", a)
	}
	w.AddCall(Call{ID: "3", Tool: "Edit", Mode: ModeEdit, Path: "x"})
	w.DenyCall(Call{ID: "3"})
	if d := w.Facts().Denied; len(d) != 1 || d[0].Tool != "Edit" || d[0].ReadOnly {
		t.Errorf("denied: %+v", d)
	}
}

// TestMayBeTests is about what may have run tests although it is no command
// that does, by the tool's name or by what was printed.
func TestMayBeTests(t *testing.T) {
	for _, tt := range []struct {
		call Call
		text string
		want int
	}{
		{Call{Tool: "Bash", Mode: ModeCommand, Command: "git commit -am x"}, "husky - pre-commit\nTests: 12 passed, 12 total\n[main a1b2c3] x", 1},
		{Call{Tool: "Bash", Mode: ModeCommand, Command: "git commit -am x"}, "[main a1b2c3] x\n 2 files changed", 0},
		{Call{Tool: "Bash", Mode: ModeCommand, Command: "cat old.log"}, "Tests: 12 passed, 12 total", 0},
		{Call{Tool: "exec"}, "", 1},
		{Call{Tool: "mcp__ci__run_tests"}, "", 1},
		{Call{Tool: "mcp__slack__post_message"}, "", 0},
		{Call{Tool: "TestResults", Mode: ModeRead}, "", 0},
	} {
		var w Work
		tt.call.ID = "1"
		w.AddCall(tt.call)
		w.AddResult("1", Result{Text: tt.text}, 4)
		if got := w.Facts().Scripts; got != tt.want {
			t.Errorf("%s %s: %d, want %d", tt.call.Tool, tt.call.Command, got, tt.want)
		}
	}
}
