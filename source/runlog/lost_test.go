package runlog

import "testing"

func (j *job) misses(path, text string) *job {
	return j.do(Call{Tool: "Write", Args: path, Path: path, Mode: ModeEdit}, true, text)
}

// TestLostEdits is about changes of files that failed, and what can have made
// them good.
func TestLostEdits(t *testing.T) {
	const no = "EROFS: read-only file system"
	for _, c := range []struct {
		name          string
		job           *job
		lost, written int
		last          string
	}{
		{"none", new(job).edit("a", "1"), 0, 0, ""},
		{"one", new(job).misses("out/a.md", no), 1, 0, "Write out/a.md"},
		{"again and again", new(job).misses("a", no).misses("b", no).misses("c", no), 3, 0, "Write c"},
		{"a change afterwards", new(job).misses("a", no).edit("b", "1"), 0, 0, ""},
		{"a change before", new(job).edit("b", "1").misses("a", no), 1, 0, "Write a"},
		{"a command that writes afterwards", new(job).misses("a", no).run("cat > a <<'X'\nx\nX", false, ""), 0, 1, ""},
		{"a command that writes for a time", new(job).misses("a", no).run("sort x > /tmp/a", false, ""), 0, 0, ""},
		{"a command that wrote for a time before", new(job).run("sort x > /tmp/a", false, "").misses("a", no), 1, 0, "Write a"},
		{"a command that wrote before", new(job).run("sed -i s/a/b/ x.go", false, "").misses("a", no), 1, 1, "Write a"},
		{"a script afterwards", new(job).misses("a", no).run("python3 - <<'X'\nopen('a','w')\nX", false, ""), 0, 0, ""},
		{"looking afterwards", new(job).misses("a", no).run("git status && ls -l", false, "").look("a"), 1, 0, "Write a"},
		{"an empty folder afterwards", new(job).misses("a", no).run("mkdir -p out", false, ""), 1, 0, "Write a"},
		{"tests afterwards", new(job).misses("a", no).run("go test ./...", false, "ok"), 1, 0, "Write a"},
		{"a redirection that may not write", new(job).run("echo x > a.md", true, "zsh: operation not permitted: a.md"), 1, 0, "Bash echo x > a.md"},
		{"a redirection that failed otherwise", new(job).run("missing > a.md", true, "missing: command not found"), 0, 0, ""},
		{"a tool of another kind afterwards", new(job).misses("a", no).do(Call{Tool: "mcp__fs__put"}, false, "ok"), 0, 0, ""},
		{"nothing to change", new(job).misses("a", "<tool_use_error>No changes to make: old_string and new_string are exactly the same.</tool_use_error>"), 0, 0, ""},
		{"of the turn before", func() *job { j := new(job).misses("a", no); j.BeginRun(); return j }(), 0, 0, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := c.job.Facts()
			if a.LostEdits != c.lost || a.Written != c.written || c.lost > 0 && (a.LostEdit.Text != c.last || a.LostEdit.Where == "") {
				t.Errorf("%d lost, the last of them %q at %s; %d written", a.LostEdits, a.LostEdit.Text, a.LostEdit.Where, a.Written)
			}
		})
	}
}

// TestDeniedEditIsNotLost holds that a change that was not permitted is told of
// once, as a denial.
func TestDeniedEditIsNotLost(t *testing.T) {
	var w Work
	w.AddCall(Call{ID: "1", Tool: "Write", Path: "a", Mode: ModeEdit})
	w.AddResult("1", Result{Failed: true, Text: "no"}, 2)
	w.DenyCall(Call{ID: "1"})
	w.DenyCall(Call{ID: "1"})
	w.AddCall(Call{ID: "2", Tool: "Write", Path: "b", Mode: ModeEdit})
	w.AddResult("2", Result{Failed: true, Text: "EROFS"}, 4)
	if a := w.Facts(); a.LostEdits != 1 || len(a.Denied) != 1 {
		t.Errorf("%d lost, denied %+v", a.LostEdits, a.Denied)
	}
}

// TestRefusedByAPerson holds that a call that a person said no to is settled as
// soon as work goes on, and that looking around is no work.
func TestRefusedByAPerson(t *testing.T) {
	for _, c := range []struct {
		name  string
		after func(j *job)
		left  int
	}{
		{"nothing after it", func(*job) {}, 1},
		{"looking", func(j *job) { j.look("x").run("git status", false, "clean") }, 1},
		{"an edit", func(j *job) { j.edit("x", "1") }, 0},
		{"a command", func(j *job) { j.run("npm install", false, "") }, 0},
		{"tests", func(j *job) { j.run("npm test", false, "") }, 0},
		{"a command that failed", func(j *job) { j.run("npm install", true, "") }, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := new(job)
			j.AddCall(Call{ID: "no", Tool: "Bash", Command: "rm -r old", Mode: ModeCommand})
			j.AddResult("no", Result{Failed: true, Denied: true, Person: true}, 1)
			c.after(j)
			d := j.Facts().Denied
			if len(d) != c.left || c.left > 0 && !d[0].Person {
				t.Errorf("denied %+v", d)
			}
			rule := new(job)
			rule.AddCall(Call{ID: "no", Tool: "Bash", Command: "rm -r old", Mode: ModeCommand})
			rule.AddResult("no", Result{Failed: true, Denied: true}, 1)
			c.after(rule)
			if d := rule.Facts().Denied; len(d) != 1 || d[0].Person {
				t.Errorf("by a rule: denied %+v", d)
			}
		})
	}
}

// TestNothingToCommit holds that git commit where everything is committed has
// not failed, and that any other commit that fails has.
func TestNothingToCommit(t *testing.T) {
	for text, failed := range map[string]bool{
		"Exit code 1\nOn branch main\nnothing to commit, working tree clean": false, "Exit code 1\nhusky: pre-commit failed": true,
	} {
		if a := new(job).run("git add -A && git commit -m x", true, text).Facts(); a.Command.Failed != failed {
			t.Errorf("%q: %+v", text, a)
		}
	}
}
