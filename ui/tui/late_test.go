package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/board"
	"notdone/ui/tui"
)

// lateBoard is a board whose source cannot be read any more.
type lateBoard struct {
	tui.Board
	why string
}

func (b lateBoard) Snapshot() *board.Snapshot {
	s := *b.Board.Snapshot()
	s.Sources = append([]board.Status(nil), s.Sources...)
	for i := range s.Sources {
		s.Sources[i].Err, s.Sources[i].Since = errors.New(b.why), noon
	}
	return &s
}

// late is the screen while its source cannot be read.
func late(t *testing.T, h *hand, size [2]int) *screen {
	t.Helper()
	s := acting(t, h, size[0], size[1])
	s.options.Board = lateBoard{s.options.Board, "/srv/fleet: " + strings.Repeat("the file is locked by its owner, ", 6)}
	return s.on(nil)
}

func TestALateSourceHidesNothingThatIsTypedOrSaid(t *testing.T) {
	for _, size := range [][2]int{{160, 48}, {120, 40}, {80, 24}, {60, 20}, {40, 12}, {30, 8}, {30, 12}, {40, 5}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			s := late(t, &hand{}, size)
			s.shows("late")
			s.press("/")
			s.typeText("morning")
			s.shows("/morning")
			s.press("enter")
			s.shows("/morning")
			s.press("esc")
			if strings.Contains(s.frame(), "/morning") {
				t.Errorf("the filter is not dropped:\n%s", s.frame())
			}
			s.shows("late")
			s.press("z")
			s.shows("there is nothing to undo")
			s.press("j") // the next key ends a notice
			s.shows("late")
		})
	}
}

// The whole reason stands below the list of queues.
func TestTheListOfQueuesSaysWhyOneIsLate(t *testing.T) {
	s := acting(t, &hand{}, 80, 24)
	s.options.Board = lateBoard{s.options.Board, "permission denied for table jobs, which the role that reads them had until this morning"}
	s.on(nil)
	s.press("b")
	s.lacks("permission denied for table jobs, which")
	s.press("down")
	s.shows("late", "permission denied for table jobs, which", "this morning")
}

// The keys are cut, not left out, while a source is late.
func TestALateSourceLeavesKeysInTheFooter(t *testing.T) {
	for _, size := range [][2]int{{160, 48}, {120, 40}, {80, 24}} {
		late(t, &hand{}, size).shows("u unblock", "fleet late")
	}
}

// A blank is between the keys and what is said beside them, at every width.
func TestTheFooterDoesNotRunTogether(t *testing.T) {
	s := late(t, &hand{}, [2]int{160, 24})
	for width := 40; width <= 160; width++ {
		s.send(tea.WindowSizeMsg{Width: width, Height: 24})
		lines := strings.Split(s.frame(), "\n")
		foot := lines[len(lines)-1]
		if at := strings.Index(foot, "fleet late"); at > 0 && foot[at-1] != ' ' {
			t.Errorf("%d: %q", width, foot)
		}
	}
}

func TestALateSourceDoesNotHideTheOutcome(t *testing.T) {
	for _, size := range [][2]int{{160, 48}, {120, 40}, {80, 24}, {40, 12}} {
		s := late(t, &hand{}, size)
		s.press("G", "u", "shift+tab", "ctrl+d", "ctrl+d", "ctrl+d", "ctrl+d", "a")
		if said := strings.Join(strings.Fields(s.frame()), " "); !strings.Contains(said, "unblocked job-53: blocked to ready") {
			t.Errorf("%v:\n%s", size, s.frame())
		}
	}
}
