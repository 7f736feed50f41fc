package tui_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/tui"
)

// opinionated is a board that keeps what is thought of findings, and shows those
// that were dismissed last.
type opinionated struct {
	tui.Board
	kept []string // "right rule" or "wrong rule: reason", the newest last
	more bool     // something was found meanwhile, which comes first
	gone string   // the rule whose finding is gone
}

func (o *opinionated) Mark(_ context.Context, _ model.Ref, f *model.Finding, right bool, reason string) error {
	said := "wrong " + f.Rule + ": " + reason
	if right {
		said = "right " + f.Rule
	}
	o.kept = append(o.kept, said)
	return nil
}

func (o *opinionated) Unmark(_ context.Context, _ model.Ref, f *model.Finding) error {
	o.kept = append(o.kept, "unmarked "+f.Rule)
	return nil
}

func (o *opinionated) History(ctx context.Context, ref model.Ref) (board.Detail, error) {
	d, err := o.Board.History(ctx, ref)
	if err != nil {
		return d, err
	}
	row := *d.Row
	row.Findings = nil
	if o.more {
		row.Findings = append(row.Findings, model.Finding{Rule: "rule-0", Severity: model.SeverityCritical, Message: "Observed 0."})
	}
	for i := range 3 {
		f := model.Finding{Rule: fmt.Sprintf("rule-%d", i+1), Severity: model.SeverityWarning, Message: fmt.Sprintf("Observed %d.", i+1), Last: noon}
		for _, said := range o.kept {
			if rest, wrong := strings.CutPrefix(said, "wrong "+f.Rule+": "); wrong {
				f.Discounted, f.Dismissed = true, rest
			} else if said == "right "+f.Rule || said == "unmarked "+f.Rule {
				f.Discounted, f.Dismissed = false, ""
			}
		}
		row.Findings = append(row.Findings, f)
	}
	row.Findings = slices.DeleteFunc(row.Findings, func(f model.Finding) bool { return f.Rule == o.gone })
	slices.SortStableFunc(row.Findings, func(a, b model.Finding) int {
		return strings.Compare(fmt.Sprint(a.Discounted), fmt.Sprint(b.Discounted))
	})
	d.Row, d.Right = &row, make([]bool, len(row.Findings))
	for i := range row.Findings {
		for _, said := range o.kept {
			if verb, rule, _ := strings.Cut(said, " "); strings.TrimSuffix(rule, ":") == row.Findings[i].Rule {
				d.Right[i] = verb == "right"
			}
		}
	}
	return d, nil
}

// minded is the detail of a task with three findings.
func minded(t *testing.T) (*screen, *opinionated) {
	t.Helper()
	s := open(t, fleet(), 100, 30)
	o := &opinionated{Board: s.options.Board}
	s.options.Board, s.options.Marks = o, o
	s.on(nil)
	s.press("4", "enter")
	return s, o
}

// finding is what is said of the finding under the cursor.
func (s *screen) finding() string {
	_, from, _ := strings.Cut(s.frame(), "▌")
	said, _, _ := strings.Cut(from, "seen ")
	return strings.Join(strings.Fields(strings.ReplaceAll(said, "┃", "")), " ")
}

func TestTheCursorStaysOnTheFindingThatWasMarked(t *testing.T) {
	s, o := minded(t)
	s.press("j", "n")
	s.typeText("it quotes its orders")
	s.press("enter")
	if got := s.finding(); !strings.Contains(got, "Observed 2.") || !strings.Contains(got, "dismissed: it quotes its orders y undoes that") {
		t.Errorf("the cursor is on %q\n%s", got, s.frame())
	}
	s.press("y")
	if got := s.finding(); !strings.Contains(got, "Observed 2.") || strings.Contains(got, "undoes that") {
		t.Errorf("the cursor is on %q\n%s", got, s.frame())
	}
	s.press("y")
	if got := s.finding(); !strings.Contains(got, "Observed 2.") || !strings.Contains(got, "marked right n undoes that") {
		t.Errorf("the cursor is on %q\n%s", got, s.frame())
	}
	o.more = true
	s.press("n")
	if got := s.finding(); !strings.Contains(got, "Observed 2.") || strings.Contains(got, "undoes that") {
		t.Errorf("the cursor is on %q\n%s", got, s.frame())
	}
}

// The other key takes a mark back without a question; pressed again it marks the contrary.
func TestTheOtherKeyTakesAMarkBack(t *testing.T) {
	const back = "the mark on this finding is taken back"
	s, o := minded(t)
	s.press("y")
	s.shows("this finding is right (n undoes that)")
	s.press("n")
	s.shows(back)
	s.press("n")
	s.typeText("it quotes")
	s.press("enter")
	s.shows("this finding is wrong until its evidence changes (y undoes that)")
	s.press("y")
	s.shows(back)
	s.press("y")
	s.shows("this finding is right (n undoes that)")
	want := []string{"right rule-1", "unmarked rule-1", "wrong rule-1: it quotes", "unmarked rule-1", "right rule-1"}
	if !slices.Equal(o.kept, want) {
		t.Errorf("kept are %q, want %q", o.kept, want)
	}
}

// Nothing is said of the findings that nobody marked.
func TestOnlyTheMarkedFindingLooksDifferent(t *testing.T) {
	s, _ := minded(t)
	before := s.frame()
	if strings.Contains(before, "undoes that") {
		t.Errorf("before any mark:\n%s", before)
	}
	s.press("y")
	if n := strings.Count(s.frame(), "marked right"); n != 1 {
		t.Errorf("%d findings look marked:\n%s", n, s.frame())
	}
	s.wait(time.Minute)
	s.press("esc", "enter")
	s.shows("marked right", "n undoes that")
}

func TestAReasonThatIsGivenUpMarksNothing(t *testing.T) {
	s, o := minded(t)
	s.press("n")
	s.typeText("because")
	s.press("esc")
	if len(o.kept) > 0 {
		t.Errorf("kept are %q", o.kept)
	}
}

// A mark is about the finding that was under the cursor when its key was
// pressed, whatever is read before it is confirmed.
func TestAMarkIsAboutWhatWasSeen(t *testing.T) {
	for _, gone := range []string{"rule-1", "rule-2", "rule-3"} {
		s := open(t, fleet(), 100, 30)
		o := &opinionated{Board: s.options.Board}
		s.options.Board, s.options.Marks = o, o
		s.listening()
		s.press("4", "enter", "j", "n")
		s.typeText("not ours")
		before := s.frame()
		cases := fleet()
		for i := range cases {
			cases[i].Task.Title += ", renamed"
		}
		o.Board, o.gone, o.more = boardOf(t, cases), gone, true
		s.send(s.waiting())
		if after := s.frame(); after == before {
			t.Fatalf("nothing was read anew:\n%s", after)
		}
		s.press("enter")
		if want := []string{"wrong rule-2: not ours"}; !slices.Equal(o.kept, want) {
			t.Errorf("without %s: kept are %q, want %q", gone, o.kept, want)
		}
	}
}

// A letter that is followed at once by another is text, and marks nothing.
func TestAWordMarksNothing(t *testing.T) {
	s, o := minded(t)
	s.typed("yo", time.Millisecond)
	s.press("n")
	s.typed("because\nof", time.Millisecond)
	if len(o.kept) > 0 {
		t.Errorf("kept are %q", o.kept)
	}
	s.press("esc")
	s.typed("y", time.Millisecond)
	if len(o.kept) != 1 {
		t.Errorf("kept are %q\n%s", o.kept, s.frame())
	}
}
