package tui_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
)

// The preview says of the row under the cursor at once what the row holds; its runs are
// read when the cursor rests, and never for a row that it only passes.
func TestThePreviewReadsWhenTheCursorRests(t *testing.T) {
	cases := fleet()
	s, b, _ := rich(t, 160, 48)
	b.Board = boardOf(t, cases)
	s.on(nil)
	s.pace = 0
	s.wait(time.Second)
	before := b.read
	s.press("2", "G")
	s.shows("Which store should the")
	s.lacks("RUNS")
	for range 3 {
		s.press("k", "j")
		s.wait(100 * time.Millisecond)
	}
	if b.read != before {
		t.Errorf("%d histories are read of rows that the cursor passes", b.read-before)
	}
	s.wait(100 * time.Millisecond)
	s.shows("RUNS", "blocked")
	if b.read != before+1 {
		t.Errorf("%d histories are read", b.read-before)
	}
	s.press("p")
	s.lacks("RUNS", "FOUND")
	s.press("k", "j")
	s.wait(time.Second)
	if b.read != before+1 {
		t.Error("a hidden preview reads")
	}
	s.resize(120, 40)
	s.press("p")
	s.shows("a preview needs 140 columns")
}

// What was to be read while another screen was in front is read when the board is there again.
func TestThePreviewIsReadBehindAnotherScreen(t *testing.T) {
	s, b, _ := rich(t, 160, 48)
	b.Board = boardOf(t, fleet())
	s.on(nil)
	s.pace = 0
	s.wait(time.Second)
	s.press("2", "G", "?")
	s.wait(time.Second)
	s.press("esc")
	s.lacks("RUNS")
	s.wait(200 * time.Millisecond)
	s.shows("RUNS", "blocked")
}

// The history of a task that changes all the time is read again all the same.
func TestThePreviewOfATaskThatChangesAllTheTime(t *testing.T) {
	change := func(n int) []model.Case {
		return []model.Case{blocked("b-1", fmt.Sprint("Deploy ", n), "no access to the vault", model.KindAccess, time.Hour)}
	}
	s, b, _ := rich(t, 160, 48)
	b.Board = boardOf(t, change(0))
	s.listening()
	s.pace = 0
	s.wait(time.Second)
	before := b.read
	for n := range 10 {
		b.Board = boardOf(t, change(n+1))
		s.show(b)
		s.wait(time.Second)
	}
	if n := b.read - before; n < 4 || n > 6 {
		t.Errorf("%d histories are read in 10 s", n)
	}
	s.wait(5 * time.Second)
	if n := b.read - before; n < 5 || n > 7 {
		t.Errorf("%d histories are read when the task came to rest", n)
	}
}

// Of tasks that come under the cursor one after the other, without a key, only the first is
// read at once, and the last.
func TestThePreviewWaitsWhereTasksFlow(t *testing.T) {
	var all []model.Case
	for i := range 8 {
		all = append(all, blocked(fmt.Sprintf("b-%02d", i), "Deploy", fmt.Sprintf("no access to the %c-%c vault", 'a'+i, 'A'+i), model.KindAccess, time.Duration(10-i)*time.Hour))
	}
	s, b, _ := rich(t, 160, 48)
	b.Board = boardOf(t, all[:1])
	s.listening()
	s.pace = 0
	s.wait(time.Second)
	before := b.read
	for n := 2; n <= len(all); n++ {
		b.Board = boardOf(t, all[:n])
		s.show(b)
		s.wait(200 * time.Millisecond)
	}
	if n := b.read - before; n != 1 {
		t.Errorf("%d histories are read of 7 tasks that came under the cursor", n)
	}
	s.wait(time.Second)
	if n := b.read - before; n != 2 {
		t.Errorf("%d histories are read when the tasks came to rest", n)
	}
	s.press("2", "j")
	s.wait(200 * time.Millisecond)
	if n := b.read - before; n != 3 {
		t.Errorf("%d histories are read after a key", n)
	}
}

// Panes that hold nothing are lines, and the others take the room.
func TestPanesTakeRoomByWhatTheyHold(t *testing.T) {
	var all []model.Case
	for i := range 30 {
		all = append(all, blocked(fmt.Sprintf("b-%02d", i), "Deploy", fmt.Sprintf("no access to the %s-%s vault", string(rune('a'+i)), string(rune('A'+i))), model.KindAccess, time.Hour))
	}
	s := open(t, all, 120, 40)
	s.shows("1 Active 0", "3 Failed 0  · nothing here")
	if n := strings.Count(s.frame(), "b-"); n < 15 {
		t.Errorf("only %d tasks are seen:\n%s", n, s.frame())
	}
	s.shows("1 of 25 · … ")
	s.press("G")
	s.shows("25 of 25")
	s.lacks("more")
}

// A pane is zoomed, and is one of several again by the same key or by esc.
func TestZoom(t *testing.T) {
	s := open(t, fleet(), 120, 40)
	for _, back := range []string{"+", "esc"} {
		s.press("+")
		s.lacks("╭─ 1 Active")
		s.shows("[2 Blocked 5]")
		s.press(back)
		s.shows("╭─ 1 Active")
	}
}

// Tasks that come and go do not move the other panes by a line each time.
func TestAPaneThatShrinksStays(t *testing.T) {
	s := open(t, pileUp(0)[:20], 120, 40).listening()
	_, was := s.find("3 Failed")
	for _, n := range []int{19, 18, 20} {
		s.change(pileUp(0)[:n])
		if _, now := s.find("3 Failed"); now != was {
			t.Errorf("with %d tasks the pane below went from line %d to %d", n, was, now)
		}
	}
}

// A pane whose last task has left is a line, also where the others do not need the room.
func TestAPaneThatIsEmptiedIsALine(t *testing.T) {
	failed := task("job-40", "failed", "Nightly warehouse export", 7*time.Hour)
	failed.Runs[0].Outcome, failed.Runs[0].Error = model.OutcomeTimedOut, "elapsed 640s, limit 600s"
	runs := running("job-20", "Summarise the support inbox", 4*time.Minute)
	stuck := blocked("job-53", "Add the rate limiter", "Which store should the limiter use?", model.KindDecision, 2*time.Hour)
	for _, size := range [][2]int{{80, 24}, {100, 30}, {120, 40}, {160, 48}} {
		s := open(t, []model.Case{runs, stuck, failed}, size[0], size[1]).listening()
		s.lacks("3 Failed 0")
		s.change([]model.Case{runs, stuck})
		s.shows("3 Failed 0  · nothing here")
		s.change([]model.Case{runs})
		s.shows("2 Blocked 0  · nothing here")
	}
}

// What was said beside the recorded state is not said again below it, as a quote or without one.
func TestAnObstacleIsSaidOnce(t *testing.T) {
	const died = "its container died in the turn"
	for _, obstacle := range []*model.Obstacle{{Kind: model.KindTool, Text: died}, nil} {
		crashed := classify.Rule{Name: "crashed", Check: func(*classify.Input) []classify.Observation {
			return []classify.Observation{{Opinion: classify.Opinion{
				Rank: classify.RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.95,
				Headline: died, Obstacle: obstacle,
			}}}
		}}
		s := newScreen(t, 120, 40)
		queue := &memorySource{kind: "fake", path: "fleet", cases: []model.Case{task("job-55", "queued", "Fetch the filings", time.Minute)}}
		s.options = s.with(boardOfFeeds(t, board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true},
			board.Feed{Adapter: source.Adapter{Kind: queue.kind, State: states, Rules: []classify.Rule{crashed}}, Source: queue}), nil)
		s.on(nil).shows("queue says queued", "notdone says blocked: "+died)
		pane, _, _ := strings.Cut(s.frame(), "Failed")
		if n := strings.Count(pane, died); n != 1 {
			t.Errorf("obstacle %v: it is said %d times:\n%s", obstacle, n, s.frame())
		}
	}
}

// A message stands beside the keys or above them, and goes after some time.
func TestAMessageDoesNotReplaceTheKeys(t *testing.T) {
	for _, size := range [][2]int{{120, 40}, {80, 24}, {60, 20}, {40, 12}} {
		s := open(t, fleet(), size[0], size[1])
		s.press("z")
		s.shows("nothing may be", "? help", "q quit")
		s.wait(30 * time.Second)
		s.lacks("nothing may be")
	}
}

// The header says what it counts in words, at every width at which there are rows.
func TestTheHeaderHasWords(t *testing.T) {
	all := boardOf(t, fleet())
	for width := 40; width < 200; width++ {
		s := openOn(t, all, width, 24, nil)
		head, rest, _ := strings.Cut(s.frame(), "\n")
		if foot := rest[strings.LastIndexByte(rest, '\n')+1:]; strings.Contains(foot, "…") {
			t.Errorf("at %d columns the footer is cut: %s", width, foot)
		}
		said := []string{"2 run", "5 block", "1 fail", "3 susp"}
		if width >= 80 {
			said = append(said, "err", "warn")
		}
		for _, word := range said {
			if !strings.Contains(head, word) {
				t.Errorf("at %d columns the header does not say %q: %s", width, word, head)
			}
		}
	}
}

// What a pane counts is what the header counts, state by state where its tasks are in several.
func TestPanesCountWhatTheHeaderCounts(t *testing.T) {
	s := open(t, fleet(), 160, 48)
	head, _, _ := strings.Cut(s.frame(), "\n")
	for _, count := range []string{"2 running", "1 queued"} {
		if !strings.Contains(head, count) {
			t.Errorf("the header lacks %q: %s", count, head)
		}
	}
	s.shows("1 Active ─", " 2 running · 1 queued ─", "2 Blocked ━", " 5 in 3 causes ━", "5 The rest 30 done · 1 cancelled")
	s.press("/", "i", "n", "d", "e", "x", "enter")
	s.lacks("2 running · ")
	unclear := fleet()
	for i := range 3 {
		unclear = append(unclear, task("lost-"+strconv.Itoa(i), "vanished", "Lost", time.Hour))
	}
	s = open(t, unclear, 80, 24)
	s.press("+")
	s.shows("1 Active 2+1", "[2 Blocked 5]", "3 Failed 1+3")
	s.press("?")
	s.shows("3+5")
}

// The name of a cause has the room that there is beside its counts, and is cut between words.
func TestTheNameOfACauseHasTheRoomOfItsRow(t *testing.T) {
	const ask = "Should archived orders be kept for seven years or dropped after the audit?"
	cases := []model.Case{
		blocked("a", "Orders", ask, model.KindDecision, time.Hour), blocked("b", "Archive", ask, model.KindDecision, 2*time.Hour),
	}
	for width, want := range map[int]string{
		80:  "should archived orders be kept for seven years…  ",
		160: "should archived orders be kept for seven years or dropped after the audit?  ",
	} {
		s := open(t, cases, width, 24)
		s.shows(want)
	}
}

// A sign stands apart from the name behind it, also the one of what is new.
func TestSignsStandApartFromNames(t *testing.T) {
	for _, width := range []int{80, 160} {
		s, _ := looked(t, fleet(), 1000*time.Hour, width, 48)
		s.press("2", "enter")
		s.shows("✶ ")
		if glued := regexp.MustCompile(`[▲△◆▶◌■✗◐✓▸▾✶][\p{L}\p{N}“]`).FindAllString(s.frame(), -1); len(glued) > 0 {
			t.Errorf("at %d columns: %q\n%s", width, glued, s.frame())
		}
	}
}

// All titles of a pane begin in the same column, whatever the lengths of the IDs.
func TestTitlesOfAPaneStandBelowEachOther(t *testing.T) {
	var all []model.Case
	for _, id := range []string{"a", "t_a0000058", "default/t_a0000006", "sessions/2031/spike-routing.jsonl", "annotated/B1"} {
		all = append(all, running(id, "Title of it", time.Minute), blocked(id+"b", "Title of it", "no access to the vault", model.KindAccess, time.Hour))
	}
	for width := 34; width < 200; width += 3 {
		s := open(t, all, width, 30)
		s.press("2", "enter")
		for _, pane := range []string{"1", "2"} {
			s.press(pane, "+")
			at := map[int]bool{}
			for l := range strings.SplitSeq(s.frame(), "\n") {
				if before, _, found := strings.Cut(l, "Titl"); found && strings.Contains(l, "#1") {
					at[len([]rune(before))] = true
				}
			}
			if len(at) != 1 {
				t.Errorf("at %d columns the titles of pane %s begin at %v:\n%s", width, pane, at, s.frame())
			}
			s.press("esc")
		}
	}
}

// The room of the preview that nothing else needs shows what was asked and answered, where that is
// more than what stands above.
func TestThePreviewShowsWhatWasAskedAndAnswered(t *testing.T) {
	said := "I exported 12 of 40 orders.\n\nThe others need the warehouse key, which I do not have."
	c := task("job-1", "done", "Nightly export", time.Hour)
	c.Result = said
	s := open(t, []model.Case{c}, 160, 48)
	s.press("4")
	s.wait(time.Second)
	s.shows("ASKED")
	s.shows("Please do Nightly export. The usual way.")
	s.shows("ANSWERED")
	s.shows("I exported 12 of 40 orders. The others")
	c = blocked("job-2", "Nightly export", "No warehouse key.", model.KindAccess, time.Hour)
	c.Result = "No warehouse key."
	s = open(t, []model.Case{c}, 160, 48)
	s.press("2")
	s.wait(time.Second)
	s.shows("ASKED")
	s.lacks("ANSWERED")
}
