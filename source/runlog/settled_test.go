package runlog

import "testing"

// TestSettled is about what follows the newest edit: tests that pass, a commit, a push.
func TestSettled(t *testing.T) {
	for name, c := range map[string]struct {
		job  *job
		want bool
	}{
		"an edit alone":           {new(job).edit("a", "1"), false},
		"tests after it":          {new(job).edit("a", "1").run("go test ./...", false, "ok"), true},
		"tests that fail":         {new(job).edit("a", "1").run("go test ./...", true, "FAIL"), false},
		"an edit after the tests": {new(job).run("go test ./...", false, "ok").edit("a", "1"), false},
		"a commit":                {new(job).edit("a", "1").run("git add a && git commit -m x", false, "1 file changed"), true},
		"a commit that fails":     {new(job).edit("a", "1").run("git commit -m x", true, "hook failed"), false},
		"a pull request":          {new(job).edit("a", "1").run("gh pr create --fill", false, "https://example.com/1"), true},
		"a look at one":           {new(job).edit("a", "1").run("gh pr view 1", false, "open"), false},
	} {
		if got := c.job.Facts().Settled; got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestLeft is about work that goes on behind the result of its call.
func TestLeft(t *testing.T) {
	background := func(j *job) *job {
		return j.run("make check", false, "Command running in background with ID: b1. Output is being written to: /tmp/b1")
	}
	tool := func(j *job, name, text string) *job { return j.do(Call{Tool: name, Args: "{}"}, false, text) }
	for name, c := range map[string]struct {
		job  *job
		want string
	}{
		"a command":            {background(new(job)), "Bash make check"},
		"one that was read":    {tool(background(new(job)), "TaskOutput", "status: completed"), ""},
		"a wake-up":            {tool(new(job), "ScheduleWakeup", "Next wakeup scheduled for 10:04."), "ScheduleWakeup"},
		"a command that ended": {new(job).run("make check", false, "ok"), ""},
		"the run before":       {func() *job { j := background(new(job)); j.BeginRun(); return j }(), ""},
	} {
		if got := c.job.Facts().Left.Quote; got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
