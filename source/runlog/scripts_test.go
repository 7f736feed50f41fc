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
		w.Call(Call{ID: "1", Tool: "Bash", Mode: ModeCommand, Command: tt.command})
		w.Result("1", false, "", 4)
		a := w.Activity()
		if got := a.Scripts == 1; got != tt.scripts {
			t.Errorf("%s: a script: %v", tt.command, got)
		}
		if got := a.Tests == 1; got != tt.tests {
			t.Errorf("%s: tests: %v", tt.command, got)
		}
		if a.LastCommandLooks != tt.looks || a.LastLine != 4 || a.LastCommandLine != 4 {
			t.Errorf("%s: %+v", tt.command, a)
		}
	}
	var w Work
	w.Call(Call{ID: "1", Tool: "Bash", Mode: ModeCommand, Command: "make"})
	w.Result("1", true, "", 4)
	w.Call(Call{ID: "2", Tool: "Read", Mode: ModeRead, Path: "x"})
	w.Result("2", false, "", 6)
	if a := w.Activity(); a.LastCommandLine == a.LastLine {
		t.Errorf("something was done after the last command: %+v", a)
	}
	w.Call(Call{ID: "3", Tool: "Edit", Mode: ModeEdit, Path: "x"})
	w.Deny(Call{ID: "3"})
	if d := w.Denied(); len(d) != 1 || d[0].Mode != ModeEdit {
		t.Errorf("denied: %+v", d)
	}
}
