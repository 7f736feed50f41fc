package tui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"

	"notdone/model"
)

// several are queues of different kinds, two of one kind among them, in which one wish
// meets one obstacle.
func several() []*memorySource {
	vault := "I don't have access to vault/eu-west, so I could not read the signing key. Please grant read access."
	of := func(kind, path string, cases ...model.Case) *memorySource {
		for i := range cases {
			cases[i].Task.Source = kind
		}
		return &memorySource{kind: kind, path: path, cases: cases}
	}
	return []*memorySource{
		of("hermes", "/home/u/.hermes", blocked("t_a0017", "Sign the release", vault, model.KindAccess, 3*time.Hour),
			running("t_a0020", "Summarise the support inbox", 4*time.Minute)),
		of("queue", "/srv/one/queue.db", blocked("job-51", "Sign the release", vault, model.KindAccess, 26*time.Hour),
			finished("job-60", "Morning briefing", "", 6*time.Hour)),
		of("queue", "/srv/a-folder-with-a-long-name/queue.db", blocked("job-9", "Sign the release", vault, model.KindAccess, time.Hour),
			task("job-40", "failed", "Nightly warehouse export", 7*time.Hour)),
	}
}

// openSeveral shows several queues on a screen.
func openSeveral(t testing.TB, width, height int) *screen {
	t.Helper()
	s := &screen{t: t, pace: time.Second, now: noon, size: tea.WindowSizeMsg{Width: width, Height: height}}
	s.options = s.with(boardOfAll(t, several()...), &hand{})
	return s.on(nil)
}

func TestRowsOfSeveralSourcesNameThem(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 30}, {160, 48}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			s := openSeveral(t, size[0], size[1])
			s.press("2", "enter")
			golden.RequireEqual(t, []byte(s.frame()))
		})
	}
}

// Rows of queues whose names begin in the same way can be told apart, however narrow a pane is.
func TestNamesThatBeginInTheSameWay(t *testing.T) {
	for width, want := range map[int][]string{
		80: {"prod-…e-1.db", "prod-…e-2.db", "staging.db"}, 100: {"pro…1.db", "pro…2.db", "staging…"}, 160: {"prod-…e-1.db", "prod-…e-2.db", "staging.db"},
	} {
		var queues []*memorySource
		for _, name := range []string{"prod-queue-1.db", "prod-queue-2.db", "staging.db"} {
			c := blocked("2", "Sign the release", "I don't have access to vault/"+name, model.KindAccess, time.Hour)
			failed := task("3", "failed", "Nightly export", time.Hour)
			queues = append(queues, &memorySource{kind: "queue", path: "/srv/" + name, cases: []model.Case{c, failed}})
		}
		s := newScreen(t, width, 30)
		s.options = s.with(boardOfAll(t, queues...), nil)
		s.on(nil).shows(want...)
	}
}

func TestOneSourceIsNotNamed(t *testing.T) {
	s := openWith(t, several()[0].cases, 160, 48, nil)
	if strings.Contains(s.frame(), "fake") || strings.Contains(s.frame(), "fleet") {
		t.Errorf("the only source has a column:\n%s", s.frame())
	}
}

func TestTheFilterChoosesASource(t *testing.T) {
	s := openSeveral(t, 160, 48)
	s.press("/")
	s.typeText("source:queue sign")
	s.press("enter", "enter")
	s.shows("job-51", "job-9")
	if frame := s.frame(); strings.Contains(frame, "t_a00") || strings.Contains(frame, "job-40") {
		t.Errorf("others are listed:\n%s", frame)
	}
	s.press("esc", "/")
	s.typeText("source:one/queue.db")
	s.press("enter")
	s.shows("job-51", "job-60")
	if frame := s.frame(); strings.Contains(frame, "job-9") {
		t.Errorf("another queue of that name is listed:\n%s", frame)
	}
}

// An action on a cause says in which queues it writes.
func TestAPlanNamesEveryQueue(t *testing.T) {
	s := openSeveral(t, 160, 48)
	s.press("2", "g", "u")
	s.shows("Unblock 3 tasks: no access to vault/eu-west", "/home/u/.hermes", "/srv/one/queue.db", "/srv/a-folder-with-a-long-name/queue.db")
}

// A late source is called as in its rows.
func TestALateSourceIsCalledAsInItsRows(t *testing.T) {
	s := openSeveral(t, 160, 48)
	s.options.Board = lateBoard{s.options.Board, "it is locked"}
	s.on(nil).shows("hermes late <1m: it is locked; one/queue.db late <1m")
}

// A source may get another name while the board is shown.
func TestANameThatChangesIsDrawnAnew(t *testing.T) {
	s := openSeveral(t, 160, 48)
	s.listening()
	s.press("2", "enter")
	s.shows("hermes")
	s.board.Board = boardOfAll(t, append(several(), &memorySource{kind: "hermes", path: "/srv/old"})...)
	s.send(s.waiting())
	s.shows(".hermes")
}
