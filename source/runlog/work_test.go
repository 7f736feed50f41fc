package runlog

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	_ "notdone/model/fixedseed"
)

// job makes calls and their results.
type job struct {
	Work
	n int64
}

func (j *job) do(c Call, failed bool, text string) *job {
	j.n += 2
	c.ID, c.Line, c.At = fmt.Sprint(j.n), j.n-1, time.Unix(j.n, 0)
	j.AddCall(c)
	j.AddResult(c.ID, Result{Failed: failed, Text: text}, j.n)
	return j
}

func (j *job) run(command string, failed bool, text string) *job {
	return j.do(Call{Tool: "Bash", Args: command, Command: command, Mode: ModeCommand}, failed, text)
}

func (j *job) edit(path, args string) *job {
	return j.do(Call{Tool: "Edit", Args: path + args, Path: path, Mode: ModeEdit}, false, "updated")
}

func (j *job) look(path string) *job {
	return j.do(Call{Tool: "Read", Args: path, Path: path, Mode: ModeRead}, false, "the text of "+path)
}

func (j *job) times(n int, f func(*job)) *job {
	for range n {
		f(j)
	}
	return j
}

// loop is what TestLoops compares of a model.ToolLoop.
type loop struct {
	Args  string
	Count int
	Ended bool
}

func TestLoops(t *testing.T) {
	fails := func(j *job) { j.run("npm test", true, "1 failed in 0.31s") }
	for _, c := range []struct {
		name string
		job  *job
		want []loop
	}{
		{"four times", new(job).times(4, fails), nil},
		{"five times", new(job).times(5, fails), []loop{{Args: "npm test", Count: 5}}},
		{"reads need more", new(job).times(7, func(j *job) { j.look("a") }), nil},
		{"reads", new(job).times(8, func(j *job) { j.look("a") }), []loop{{Args: "a", Count: 8}}},
		{"commands that look need more", new(job).times(7, func(j *job) { j.run("git status", false, "clean") }), nil},
		{"an edit between", new(job).times(3, fails).edit("a", "1").times(4, fails), nil},
		{"an edit after", new(job).times(6, fails).edit("a", "1"), []loop{{Args: "npm test", Count: 6, Ended: true}}},
		{"an edit that fails between", new(job).times(3, fails).do(Call{Tool: "Edit", Mode: ModeEdit}, true, "no match").times(3, fails), []loop{{Args: "npm test", Count: 6}}},
		{"looking around between", new(job).times(6, func(j *job) { fails(j); j.look(fmt.Sprint(j.n)) }), []loop{{Args: "npm test", Count: 6}}},
		{"a command that changes something between", new(job).times(6, func(j *job) { fails(j); j.run(fmt.Sprintf("touch f%d", j.n), false, "") }), nil},
		{"a command that changes nothing new between", new(job).times(6, func(j *job) { fails(j); j.run("make clean", false, "") }), []loop{{Args: "npm test", Count: 5}, {Args: "make clean", Count: 6}}},
		{"the same edit again", new(job).times(6, func(j *job) { j.edit("a", "1") }), []loop{{Args: "a", Count: 6}}},
		{"to and fro", new(job).times(6, func(j *job) { j.edit("a", "1"); j.edit("a", "2") }), []loop{{Args: "a", Count: 5}, {Args: "a", Count: 6}}},
		{"other results", new(job).times(9, func(j *job) { j.run("npm test", true, fmt.Sprintf("%d failed", j.n)) }), nil},
		{"a build again and again", new(job).times(5, func(j *job) { j.run("npm run build", false, "built") }), []loop{{Args: "npm run build", Count: 5}}},
		{"a tool of which nothing is known", new(job).times(5, func(j *job) { j.do(Call{Tool: "mcp__x__y", Args: "{}"}, false, "ok") }), []loop{{Count: 5}}},
		{"goes on in the next turn", func() *job { j := new(job).times(3, fails); j.BeginRun(); return j.times(3, fails) }(), []loop{{Args: "npm test", Count: 6}}},
		{"broken in the turn before", func() *job { j := new(job).times(6, fails).edit("a", "1"); j.BeginRun(); return j }(), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []loop
			for _, l := range c.job.Facts().Loops {
				if !l.First.Before(l.Last) || l.From == l.To {
					t.Errorf("it took no time: %+v", l)
				}
				got = append(got, loop{Args: l.Args, Count: l.Count, Ended: l.Ended})
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStableSum(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"ok x 0.012s", "ok x 0.310s", true},
		{"took 12 ms", "took 9 ms", true},
		{"12.5 seconds.", "9 seconds.", true},
		{"finished in 3", "finished in 4", true},
		{"2030-01-02T03:04:05.678Z start", "2030-01-03T13:04:05.1Z start", true},
		{"at 12:31:05 pid 4242", "at 09:00:00 pid 17", true},
		{"panic at 0xc000123456", "panic at 0xc000999999", true},
		{"wrote /tmp/tmp.Ab12/x", "wrote /tmp/tmp.Zz99/x", true},
		{"id 6bf46c69-7d2c-4f82-aeea-cbe226e87555", "id 11111111-2222-3333-4444-abcdefabcdef", true},
		{"\x1b[31mred\x1b[0m", "red", true},
		{"a  b\n", "a b", true},
		{"elapsed 1m30s", "elapsed 2m5.3s", true},
		{"Randomized with seed 4242", "Randomized with seed 17", true},
		{"pid: 4242", "pid: 17", true},
		{"1 failed", "2 failed", false},
		{"a.go:12:5: x", "a.go:13:5: x", false},
		{"line 12", "line 13", false},
		{"a b", "ab", false},
		{"expected 3 got 4", "expected 3 got 5", false},
		{"v1.2.3", "v1.2.4", false},
		{"HTTP 404", "HTTP 500", false},
	} {
		if same := hashStable(c.a) == hashStable(c.b); same != c.same {
			t.Errorf("%q and %q: same %v", c.a, c.b, same)
		}
	}
}

func TestCanon(t *testing.T) {
	args, sum := CanonicalArgs([]byte(`{"b":1, "a":"x\ny","timeout":5}`))
	again, same := CanonicalArgs([]byte(` {"a":"x\ny","description":"other","b":1}`))
	if args != again || sum != same || args != "{\"a\":\"x\ny\",\"b\":1}" {
		t.Errorf("%q %d, %q %d", args, sum, again, same)
	}
	long := func(end string) []byte { return fmt.Appendf(nil, `{"a":"%1000s%s%1000s"}`, "", end, "") }
	x, xs := CanonicalArgs(long("x"))
	_, ys := CanonicalArgs(long("y"))
	if len(x) > maxWhat || xs == ys {
		t.Errorf("%d bytes, sums %d and %d", len(x), xs, ys)
	}
	for raw, want := range map[string]string{"": "", "{}": "{}", " text ": "text", `{"a":`: `{"a":`, `{"timeout":1}`: `{"timeout":1}`} {
		if got, _ := CanonicalArgs([]byte(raw)); got != want {
			t.Errorf("%q: %q, want %q", raw, got, want)
		}
	}
}

func TestSamePath(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"/srv/a.go", "/srv/a.go", true},
		{"/srv/a.go", "a.go", true},
		{"./a.go", "/srv/a.go", true},
		{"/srv/x/../a.go", "/srv/a.go", true},
		{"/srv/a.go", "/etc/a.go", false},
		{"/srv/ba.go", "a.go", false},
		{"a.go", "b.go", false},
		{"", "", false},
		{"/srv", ".", false},
	} {
		if got := samePath(c.a, c.b); got != c.want || samePath(c.b, c.a) != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

// TestWorkIsBounded holds that memory does not grow with the log, and that a
// clone goes on by itself.
func TestWorkIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var w Work
		act := func(w *Work, i int) {
			id := fmt.Sprint(rapid.IntRange(0, 99).Draw(t, "id"))
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				w.AddCall(Call{ID: id, Tool: rapid.SampledFrom([]string{"Edit", "Bash"}).Draw(t, "tool"), Args: id, Path: fmt.Sprint("f", i), Command: "make x" + id, Mode: CallMode(rapid.IntRange(0, 5).Draw(t, "mode"))})
			case 2, 3:
				w.AddResult(id, Result{Failed: rapid.Bool().Draw(t, "failed"), Denied: rapid.Bool().Draw(t, "denied"), Text: "text"}, int64(i))
			case 4:
				w.DenyCall(Call{ID: id, Line: int64(i)})
			case 5:
				w.DropPending()
			}
		}
		for i := range rapid.IntRange(0, 400).Draw(t, "n") {
			act(&w, i)
		}
		before := w.Facts()
		if len(w.pending) > maxPending || len(w.known) > maxKnown || len(w.failures) > maxFailures || len(w.loops.active) > maxRepetitions ||
			len(before.Loops) > maxLoops || len(before.Denied) > maxDenied || len(before.Edited) > maxEdited {
			t.Fatalf("%d pending, %d failed, %d repetitions", len(w.pending), len(w.failures), len(w.loops.active))
		}
		c := w.Clone()
		for i := range 20 {
			act(&c, i)
		}
		c.BeginRun()
		if after := w.Facts(); !cmp.Equal(before, after) {
			t.Fatal(cmp.Diff(before, after))
		}
		if fresh := c.Facts(); fresh.Calls != 0 || len(fresh.Denied) != 0 || fresh.Recovered != 0 {
			t.Fatalf("a new run begins with %+v", fresh)
		}
	})
}

func FuzzCommand(f *testing.F) {
	f.Add("cat > x <<'EOF'\na\nEOF\nFOO=1 sudo -u x timeout 5 bash -lc 'npx jest \"a b\" && git push' 2>&1 | tee y &")
	f.Add("$(((`'\"\\")
	f.Fuzz(func(t *testing.T, line string) {
		c := parseCommand(line)
		if c.readOnly && (c.mutates || c.tests || len(c.writes) > 0) {
			t.Fatalf("%q only looks and does something: %+v", line, c)
		}
		n := 0
		for _, s := range splitShell(line) {
			n += len(s.words) + len(s.writes)
		}
		if n > 2*min(len(line), maxShell) {
			t.Fatalf("%q has %d words", line, n)
		}
		readReport(line)
		if hashStable(line) != hashStable(line+" ") {
			t.Fatalf("%q ends in what a space changes", line)
		}
		CanonicalArgs([]byte(line))
	})
}
