package tui_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// commander refuses what can be done only by a command of the queue's own.
type commander struct {
	hand
	argv map[string][]string // by task
}

func (c *commander) Plan(ctx context.Context, ref model.Ref, r source.Request) (board.Planned, error) {
	p, err := c.hand.Plan(ctx, ref, r)
	p.Plan = source.Plan{Task: ref, Action: r.Action, Was: "blocked", Refused: "only its owner can", Request: r, Command: c.argv[ref.ID]}
	return p, err
}

func TestTheCommandsOfACauseRunForAllItsTasks(t *testing.T) {
	dir := t.TempDir()
	c := &commander{argv: map[string][]string{
		"job-50": {"touch", filepath.Join(dir, "job-50")},
		"job-51": {"sh", "-c", "echo the gate is shut >&2; exit 3"},
		"job-52": {"touch", filepath.Join(dir, "job 52")},
	}}
	s := openWith(t, fleet(), 120, 40, c)
	s.press("g", "u")
	s.shows("one of 3")
	s.press("x")
	s.shows("nothing runs yet", "These 3 commands run", filepath.Join(dir, "job-50"), "'"+filepath.Join(dir, "job 52")+"'", "the gate is shut", "run all 3")
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		t.Fatal("it ran unasked")
	}
	s.press("x")
	s.shows("exit status 0", "exit status 3", "ended")
	for _, name := range []string{"job-50", "job 52"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	if strings.Count(s.frame(), "the gate is shut") != 2 { // in the command, and said by it
		t.Errorf("what the command said is not shown:\n%s", s.frame())
	}
	s.press("esc", "A")
	s.shows("ran a command for", "touch", "exit status 3: the gate is shut")
	s.press("z")
	s.shows("cannot be undone")
}

func TestACommandThatCannotBeStarted(t *testing.T) {
	c := &commander{argv: map[string][]string{"job-53": {"/no-such-folder/program", "job-53"}}}
	s := openWith(t, fleet(), 100, 30, c)
	s.press("G", "u", "shift+tab", "x", "x")
	s.shows("no such file or directory")
	s.press("esc")
	s.shows("Blocked")
}

func TestTheCommandsOfACauseAreCopiedInALine(t *testing.T) {
	c := &commander{argv: map[string][]string{"job-50": {"touch", "a"}, "job-51": {"touch", "b c"}, "job-52": {"touch", "d"}}}
	s := openWith(t, fleet(), 120, 40, c)
	s.press("g", "u", "shift+tab", "c")
	s.shows("clipboard: touch a && touch 'b c' && touch d", "Plan")
	s.press("x", "c")
	s.shows("clipboard: touch a && touch 'b c' && touch d")
	s.lacks("nothing runs yet")
}

func TestTasksWithoutACommandAreTold(t *testing.T) {
	dir := t.TempDir()
	c := &commander{argv: map[string][]string{"job-50": {"touch", filepath.Join(dir, "a")}}}
	s := openWith(t, fleet(), 100, 30, c)
	s.press("g", "u", "shift+tab", "x")
	s.shows("2 tasks have no command of its own")
}

// What a terminal does not show is neither run nor copied, wherever it stands.
func TestWhatCannotBeShownIsNotRun(t *testing.T) {
	for _, hidden := range []string{"\t", "\x1b[31m", "\n", "\u202e", "\u200b", "\u00a0", "\x00", "\xff", "\u2028", "\U000e0041", "\u00ad", "\ufe0f"} {
		dir := t.TempDir()
		trace := filepath.Join(dir, "ran")
		c := &commander{argv: map[string][]string{"job-53": {"sh", "-c", "touch " + trace, "x" + hidden + "y"}}}
		s := openWith(t, fleet(), 100, 40, c)
		s.press("G", "u", "shift+tab")
		s.shows("cannot be shown")
		s.press("x", "x", "x")
		s.shows("cannot be shown")
		checkHarmless(t, s.m.View().Content)
		if _, err := os.Stat(trace); err == nil {
			t.Errorf("%q was run", hidden)
		}
		s.press("esc", "u", "shift+tab", "c")
		s.shows("neither copied nor run")
		if strings.Contains(s.frame(), "clipboard") {
			t.Errorf("%q was copied:\n%s", hidden, s.frame())
		}

		cases := fleet()
		for i := range cases {
			cases[i].Task.Resume, cases[i].Task.Dir = []string{"touch", trace}, dir+"/pro"+hidden+"j"
		}
		s = openWith(t, cases, 100, 40, c)
		s.press("G", "R")
		s.shows("cannot be shown", "pro")
		s.press("x")
		s.shows("neither copied nor run")
		checkHarmless(t, s.m.View().Content)
	}
}

// The session of a task of a queue, which the queue does not know, is looked for in its logs when
// it is asked for.
func TestASessionIsFoundInALog(t *testing.T) {
	for name, tc := range map[string]struct {
		sessions map[string][]string // by the paths of logs
		recorded string
		want     string
	}{
		"in the first log":  {map[string][]string{"new": {"claude", "--resume", "1"}, "old": {"claude", "--resume", "2"}}, "blocked", "claude --resume 1"},
		"in an older one":   {map[string][]string{"old": {"claude", "--resume", "2"}}, "blocked", "claude --resume 2"},
		"in none":           {nil, "blocked", "no session is known that could be resumed: the log tells of none"},
		"while it is at it": {map[string][]string{"new": {"claude", "--resume", "1"}}, "active", "its agent is at work"},
	} {
		t.Run(name, func(t *testing.T) {
			c := blocked("job-1", "Deploy", "I have no access.", model.KindAccess, time.Minute)
			c.Task.Logs = []model.LogRef{{Root: "/q", Path: "new"}, {Root: "/q", Path: "old"}}
			c.Task.Recorded = tc.recorded
			s := newScreen(t, 100, 40)
			s.options = s.with(boardOf(t, []model.Case{c}), &hand{})
			s.options.Session = func(_ context.Context, log model.LogRef) ([]string, string, error) {
				return tc.sessions[log.Path], "/srv", nil
			}
			s = s.on(nil)
			if tc.recorded == "active" {
				s.press("1")
			} else {
				s.press("2")
			}
			s.press("g", "R")
			s.shows(tc.want)
		})
	}
}

func TestTheFolderOfACommandIsShownAsItIs(t *testing.T) {
	cases := fleet()
	for i := range cases {
		cases[i].Task.Resume, cases[i].Task.Dir = []string{"claude", "--resume", "1"}, "/srv/pro j "
	}
	s := openWith(t, cases, 100, 40, &hand{})
	s.press("G", "R")
	s.shows("in '/srv/pro j '", "claude --resume 1")
}

func TestNoCommandRunsThatCannotBeKept(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made")
	c := &commander{argv: map[string][]string{"job-50": {"touch", made}, "job-51": {"touch", made}, "job-52": {"touch", made}}}
	c.unkept = errors.New("the journal cannot be written")
	s := openWith(t, fleet(), 120, 40, c)
	s.press("g", "u", "shift+tab", "x", "x")
	s.shows("not run: the journal cannot be written")
	if _, err := os.Stat(made); err == nil {
		t.Error("it ran all the same")
	}
}

// Of many commands all are shown before they run: the key that runs them shows more until
// then. The journal keeps the end of what each wrote.
func TestManyCommandsAreShownBeforeTheyRun(t *testing.T) {
	c := &commander{argv: map[string][]string{}}
	cases := oneCause(30)
	for i := range cases {
		c.argv[cases[i].Task.ID] = []string{"sh", "-c", "echo $0; seq 1 400; echo is shut >&2; exit 1", "gate-" + cases[i].Task.ID}
	}
	s := openWith(t, cases, 100, 30, c)
	s.press("2", "g", "u", "shift+tab", "x", "x")
	if len(c.log) > 0 {
		t.Fatal("commands were run that had not been shown")
	}
	s.shows("this is more of it", "gate-job-0020")
	s.press("x", "x")
	if len(c.log) != 30 {
		t.Fatalf("%d commands were run:\n%s", len(c.log), s.frame())
	}
	if how := c.log[0].Ran.How; !strings.HasPrefix(how, "exit status 1: … ") || !strings.HasSuffix(how, " 400 is shut") || len(how) > 700 {
		t.Errorf("the journal keeps %q", how)
	}
}
