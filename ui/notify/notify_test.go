package notify_test

import (
	"strings"
	"testing"
	"unicode"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/config"
	"notdone/ui/notify"
)

// environment returns what looks variables up in a list such as "TMUX=x TERM=tmux".
func environment(list string) func(string) string {
	return func(name string) string {
		for set := range strings.FieldsSeq(list) {
			if value, is := strings.CutPrefix(set, name+"="); is {
				return value
			}
		}
		return ""
	}
}

func row(state model.State, title string) *model.Row {
	return &model.Row{Task: model.Task{Queue: "q", ID: "1", Title: title}, Verdict: model.Verdict{State: state}}
}

// The bell rings by default where the terminal is likely to be out of sight, and nothing else
// is told that was not asked for.
func TestBellOfAnEnvironment(t *testing.T) {
	t.Parallel()
	const nobody = "nobody is told"
	for _, tc := range []struct{ bell, env, want string }{
		{"auto", "", nobody},
		{"auto", "TERM=xterm-256color", nobody},
		{"auto", "SSH_TTY=/dev/pts/3", "\a"},
		{"auto", "SSH_CONNECTION=10.0.0.1", "\a"},
		{"auto", "TMUX=/tmp/tmux-0/default,1,0", "\a"},
		{"auto", "TERM=tmux-256color", "\a"},
		{"auto", "STY=1234.pts-0", "\a"},
		{"on", "", "\a"},
		{"off", "SSH_TTY=/dev/pts/3 TMUX=x", nobody},
	} {
		got := nobody
		if n := notify.New(config.Notify{Bell: tc.bell, OSC: "off"}, environment(tc.env)); n != nil {
			got = n.Sequence(row(model.StateBlocked, "Deploy"), 1)
		}
		if got != tc.want {
			t.Errorf("bell %s with %q: %q, want %q", tc.bell, tc.env, got, tc.want)
		}
	}
}

func TestSequence(t *testing.T) {
	t.Parallel()
	critical := row(model.StateFailed, "Nightly export")
	critical.Findings = []model.Finding{{Rule: "r", Severity: model.SeverityCritical, Count: 1}}
	for _, tc := range []struct {
		set   config.Notify
		env   string
		row   *model.Row
		tasks int
		want  string
	}{
		{config.Notify{Bell: "off", OSC: "9"}, "", row(model.StateBlocked, "Deploy; now"), 1, "\x1b]9;notdone: blocked: Deploy, now\a"},
		{config.Notify{Bell: "on", OSC: "777"}, "", row(model.StateFalseDone, "Deploy"), 3, "\a\x1b]777;notify;notdone;false-done: Deploy (and 2 more)\a"},
		{config.Notify{Bell: "off", OSC: "9"}, "", critical, 1, "\x1b]9;notdone: failed, critical: Nightly export\a"},
		{config.Notify{Bell: "off", OSC: "9"}, "", nil, 1, "\x1b]9;notdone: a task needs you\a"},
		{config.Notify{Bell: "off", OSC: "9"}, "", nil, 7, "\x1b]9;notdone: 7 tasks need you\a"},
		{
			config.Notify{Bell: "auto", OSC: "777"},
			"TMUX=x", row(model.StateBlocked, "Deploy"), 1,
			"\a\x1bPtmux;\x1b\x1b]777;notify;notdone;blocked: Deploy\a\x1b\\",
		},
		{config.Notify{Bell: "auto", OSC: "9"}, "STY=x", row(model.StateBlocked, "Deploy"), 1, "\a\x1bP\x1b]9;notdone: blocked: Deploy\a\x1b\\"},
	} {
		if got := notify.New(tc.set, environment(tc.env)).Sequence(tc.row, tc.tasks); got != tc.want {
			t.Errorf("%+v with %q: %q, want %q", tc.set, tc.env, got, tc.want)
		}
	}
}

// Whatever a title holds, it is one text of bounded length within the sequence.
func TestATitleStaysInItsSequence(t *testing.T) {
	t.Parallel()
	for _, title := range []string{
		"\a\x1b[2Jx", "\x1b\\\x1b]52;c;aGk=\a", "a\nb\r\tc", "\u009c\u009b31m\u0090", "\x9c\x9b", "\x18\x1a\x00\x7f", "\u202egnp\u2028", "a;b;c",
		"\x1bPtmux;\x1b\x1b]0;t\a\x1b\\", strings.Repeat("日本語 ", 200), strings.Repeat("\x1b", 10_000), "e" + strings.Repeat("\u0301", 5000),
	} {
		for _, osc := range []string{"9", "777"} {
			for _, env := range []string{"", "TMUX=x", "STY=x"} {
				n := notify.New(config.Notify{Bell: "off", OSC: osc}, environment(env))
				frame := n.Sequence(row(model.StateBlocked, "TITLE"), 2)
				before, after, _ := strings.Cut(frame, "TITLE")
				got := n.Sequence(row(model.StateBlocked, title), 2)
				text, begins := strings.CutPrefix(got, before)
				text, ends := strings.CutSuffix(text, after)
				if !begins || !ends || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) || strings.Contains(text, ";") {
					t.Errorf("%.40q is told as %q", title, got)
				}
				if len(got) > 1000 {
					t.Errorf("%.40q is told in %d bytes", title, len(got))
				}
			}
		}
	}
}

// Nothing is told twice, and what is new about a task that was told of is told.
func TestNothingIsToldTwice(t *testing.T) {
	t.Parallel()
	one, two := model.Ref{Queue: "q", ID: "1"}, model.Ref{Queue: "q", ID: "2"}
	blocked := board.Alarm{Ref: one, State: model.StateBlocked, Cause: 7}
	worse, other := blocked, blocked
	worse.Critical, other.Cause = true, 8
	n := notify.New(config.Notify{Bell: "on", OSC: "off"}, environment(""))
	for i, step := range []struct {
		all  []board.Alarm
		want int
	}{
		{[]board.Alarm{blocked, {Ref: two, State: model.StateActive, Critical: true}}, 2},
		{[]board.Alarm{blocked, {Ref: two, State: model.StateFailed, Critical: true}}, 0},
		{[]board.Alarm{worse}, 1},
		{[]board.Alarm{worse, blocked}, 0},
		{[]board.Alarm{other}, 1},
		{[]board.Alarm{{Ref: two, State: model.StateFalseDone, Critical: true}}, 1},
		{[]board.Alarm{other, worse}, 0},
	} {
		if got := n.Fresh(step.all); len(got) != step.want {
			t.Errorf("step %d: %+v are told, want %d", i, got, step.want)
		}
	}
}
