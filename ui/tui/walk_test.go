package tui_test

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/exp/golden"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/ui/board"
	"notdone/ui/report"
	"notdone/ui/tui"
)

// walks are ways over the screens of the rich board. A step is a key by its name, a
// "text" that is typed, or a size to which the terminal changes.
var walks = []struct {
	name  string
	steps string
	setup func(c *changes, b *richBoard, h *richHand)
}{
	{name: "sideways", steps: `120x30 1 l l h h 3 l h h 2 enter l l l 4 h h 5 l 5 h 5 G enter esc esc 3 G enter esc k`},
	{name: "wide task", steps: `170x48 1 enter tab tab tab esc 2 G enter esc k k enter esc 4 enter esc g enter 200x60 u esc tab`},
	{name: "in between", steps: `100x30 1 enter tab tab tab esc A esc 2 G k k u "no" tab tab a z a 1 u x x esc`, setup: func(c *changes, _ *richBoard, h *richHand) {
		h.command, c.between = []string{"echo", "said"}, true
	}},
	{name: "an answer that is asked for", steps: `90x34 2 G k k u shift+tab a c tab "Redis" tab tab a A`, setup: alter(func(p *board.Planned) {
		if p.Missing, p.Warning = "an answer is to be given", ""; p.Request.Answer != "" {
			p.Missing = ""
		} else {
			p.Changes = nil
		}
		p.Action, p.Adds = model.ActionMessage, "job-99"
	})},
	{name: "a changed file", steps: `90x24 2 G k k u shift+tab c x j G a g ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d ctrl+d A`, setup: alter(func(p *board.Planned) {
		diff := "@@ -1,40 +1,41 @@\n"
		for i := range 40 {
			diff += fmt.Sprintf(" - [x] step %d \x1b[31mof many, each of which is described at length so that it does not fit one line\r\n", i)
		}
		p.Changes = append([]source.Change{{Table: "file", Row: "tasks/7/STATUS.md", Diff: diff + "-old\n+new\n\\ No newline at end of file"}}, p.Changes...)
		p.FollowUp, p.Undo = []string{"git", "commit", "-m", "it's done"}, ""
	})},
	{name: "several follow-ups", steps: `90x34 2 g u shift+tab c x k k k u c x`, setup: alter(func(p *board.Planned) {
		if p.FollowUp = []string{"git", "add", p.Task.ID}; p.Task.ID == "job-1" {
			p.FollowUp = nil
		}
		if p.Now = "review"; p.Task.ID == "lim-03" {
			p.Adds = "job-98"
		}
	})},
	{name: "sources", steps: `160x30 2 enter j j j l k 1 5 enter esc 2 g enter / "source:queue sign" enter n N esc / "source:hermes vault" enter esc / "source:none" enter esc u esc z A esc 120x24 80x24 2 g j 54x20 44x16`, setup: func(c *changes, _ *richBoard, _ *richHand) {
		c.s.options.Board, c.s.options.Marks = boardOfAll(c.s.t, several()...), nil
	}},
	{name: "late sources", steps: `160x30 120x24 80x24 60x12 44x10 30x8 160x30 / "source:one" enter`, setup: func(c *changes, _ *richBoard, _ *richHand) {
		c.s.options.Board, c.s.options.Marks = lateBoard{boardOfAll(c.s.t, several()...), "/srv/one: it is locked"}, nil
	}},
	{name: "reading", steps: `120x30 2 3 5 enter u 80x24 60x14 30x8 / "x" enter esc`, setup: func(c *changes, b *richBoard, _ *richHand) {
		b.Board, b.reading = boardOf(c.s.t, nil), true
	}},
	{name: "reading on", steps: `120x30 2 enter j 80x24 60x14 / "vault" enter esc`, setup: func(_ *changes, b *richBoard, _ *richHand) { b.reading = true }},
	{name: "nothing", steps: `120x30 2 5 u s enter R z A z esc / "x" enter n esc 80x24 30x8`, setup: func(c *changes, b *richBoard, h *richHand) {
		b.Board, h.log = boardOf(c.s.t, nil), nil
	}},
	{name: "while a command runs", steps: `84x24 1 u x x esc`, setup: func(c *changes, _ *richBoard, h *richHand) {
		h.command = []string{"sh", "-c", "yes said at length, and more of it | head -c 70000; echo the end"}
		h.watch = func(did string) {
			if did == "run run-1" {
				for _, step := range steps(`x c j / "with" enter / "x"`) {
					c.s.do(step)
					c.note("... " + step)
				}
			}
		}
	}},
	{name: "causes without words", steps: `120x24 2 g enter j enter esc k l h 4 enter j j esc 60x30 42x30 34x20`, setup: func(c *changes, b *richBoard, _ *richHand) {
		var cases []model.Case
		for i := range 9 {
			id := strconv.Itoa(i)
			cases = append(cases, blocked("mute-"+id, "Mystery", "", model.KindUnknown, time.Duration(i+1)*time.Hour), finished("void-"+id, "Morning briefing", "", 6*time.Hour))
		}
		o := board.Options{Now: func() time.Time { return noon }, Config: classify.DefaultConfig(), Frozen: true, Keep: 6}
		b.Board = boardOfFeeds(c.s.t, o, board.Feed{Adapter: source.Adapter{Kind: "fake", State: states}, Source: &memorySource{kind: "fake", path: "fleet", cases: cases}})
	}},
	{name: "while it is worked out", steps: `84x26 2 G k k u esc k k u`, setup: func(c *changes, _ *richBoard, h *richHand) {
		asked := false
		h.watch = func(did string) {
			if !asked && (did == "plan job-4" || did == "plan lim-16") {
				asked = true // what is asked for meanwhile is not watched itself
				for _, step := range steps(`a c x tab`) {
					c.s.do(step)
					c.note("... " + step)
				}
				asked = did == "plan lim-16"
			}
		}
	}},
	{name: "a command that is not there", steps: `44x24 1 u x j x esc A`, setup: func(_ *changes, _ *richBoard, h *richHand) {
		h.command = []string{"/no-such-folder/program", "with-a-word"}
	}},
	{name: "two causes", steps: `110x40 2 j enter g enter j G k k ctrl+u ctrl+u k enter h esc G h`},
	{name: "an undo that comes late", steps: `84x26 z esc z esc z esc`, setup: func(c *changes, _ *richBoard, h *richHand) {
		meanwhile := []string{"u", "/"}
		h.watch = func(did string) {
			if did == "undo job-6" && len(meanwhile) > 0 {
				step := meanwhile[0]
				meanwhile = meanwhile[1:]
				c.s.do(step)
				c.note("... " + step)
			}
		}
	}},
	{name: "left while a command runs", steps: `84x24 1 u x x esc`, setup: func(c *changes, _ *richBoard, h *richHand) {
		h.command = []string{"true"}
		h.watch = func(did string) {
			if did == "run run-1" {
				c.s.do("esc")
				c.note("... esc")
			}
		}
	}},
	{name: "board", steps: `110x26 1 j j k 2 enter j j j G g h l 3 4 5 G ctrl+u g tab shift+tab 4 l h esc`},
	{name: "one column", steps: `80x24 tab tab l l h 5 ctrl+d esc 1 60x40 2 44x16 j 30x12 3 33x8 20x5 2 12x3 80x50 4 200x50 0x0 100x30`},
	{name: "headers", steps: `160x20 120x20 100x20 90x20 76x20 60x20 59x20 50x20 44x20 34x20`},
	{name: "filter", steps: `100x30 / "vault" enter n n N esc / "chore" 80x24 enter n tab esc 100x30 / "zzz" enter n esc`},
	{name: "why", steps: `90x30 1 enter j j j j y n "no reason" enter k k k g G ctrl+u 60x36 ? esc esc j enter`},
	{name: "views", steps: `90x30 1 enter tab / "run" enter n N esc esc tab tab G 50x20 g tab q 4 enter shift+tab ctrl+d`},
	{name: "why of others", steps: `80x30 2 G enter esc k enter esc k enter esc 3 enter esc 4 enter esc j j enter esc 5 enter`},
	{name: "no history", steps: `80x24 1 enter tab tab tab`, setup: func(_ *changes, b *richBoard, _ *richHand) { b.fails = errors.New("fleet: the file is locked") }},
	{name: "plan", steps: `84x32 2 G k k u "Redis" alt+enter "please" tab "INC-7" shift+tab tab tab 70x12 G 84x32 esc u shift+tab 20x1 84x32 a 20x1 20x2`},
	{name: "a long answer", steps: `84x26 G u "1" alt+enter "2" alt+enter "3" alt+enter "4" alt+enter "5" alt+enter "6" up up up tab 84x12 shift+tab tab tab`},
	{name: "plans of others", steps: `90x24 1 u esc r x esc j s c esc s x x x esc esc 3 r esc 2 r a`},
	{name: "plan of a cause", steps: `84x32 2 g u shift+tab a A j j j z esc q u shift+tab 80x14 G g`},
	{name: "long plan", steps: `90x20 1 G k r ctrl+d ctrl+d / "field_7" enter n esc a a`},
	{name: "journal", steps: `90x20 A j z G z k / "release" enter n N esc 44x12 g ctrl+d ctrl+u esc z a`},
	{name: "session", steps: `90x20 1 R c R j esc 4 R`},
	{name: "help", steps: `100x24 ? ctrl+d G / "vault" esc / "sign" enter q 2 enter ? esc u shift+tab ? esc 40x10 ? G`},
	{name: "late", steps: `120x30 / "vault" enter esc 80x24 z esc 60x12 30x8 30x5`, setup: func(_ *changes, b *richBoard, h *richHand) {
		b.late, h.log = errors.New("cannot read fleet: fleet: the disk is full"), nil
	}},
	{name: "read-only", steps: `100x24 u z A 2 enter y n esc 80x24`, setup: func(c *changes, _ *richBoard, _ *richHand) {
		c.s.options.Act, c.s.options.Marks = nil, nil
	}},
	{name: "commands", steps: `84x24 1 u x x esc A G`, setup: func(c *changes, _ *richBoard, h *richHand) {
		h.command = []string{"sh", "-c", "echo said; exit 3"}
		h.watch = func(did string) {
			if did == "run run-1" {
				c.note("... " + did)
			}
		}
	}},
	{name: "small commands", steps: `60x9 1 u x x j j G x esc`},
	{name: "a large cause", steps: `84x26 u shift+tab a z`, setup: func(c *changes, _ *richBoard, h *richHand) {
		h.watch = func(did string) {
			if slices.Contains([]string{"plan lim-16", "do lim-02"}, did) {
				c.note("... " + did)
			}
		}
	}},
}

// Every step of a walk changes on the screen what it changed before, in words and
// colours, at once and after a pause.
func TestWalks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws")
	}
	for _, w := range walks {
		t.Run(strings.ReplaceAll(w.name, " ", "-"), func(t *testing.T) {
			steps := steps(w.steps)
			var width, height int
			if _, err := fmt.Sscanf(steps[0], "%dx%d", &width, &height); err != nil {
				t.Fatal(err)
			}
			s, b, h := rich(t, width, height)
			c := &changes{s: s}
			if w.setup != nil {
				w.setup(c, b, h)
			}
			s.onRecording().listening()
			c.note(steps[0])
			c.walk(steps[1:])
			golden.RequireEqual(t, []byte(c.said.String()))
		})
	}
}

// otherSizes are those to which the terminal changes at every step of a walk.
var otherSizes = [][2]int{{200, 60}, {120, 20}, {99, 36}, {64, 19}, {40, 50}, {34, 9}, {33, 12}, {12, 3}}

// The screens of the walks lie as the golden file's checksums say at other sizes too.
func TestWalksAtOtherSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws")
	}
	var sums strings.Builder
	for _, w := range walks {
		s, b, h := rich(t, 100, 30)
		c := &changes{s: s}
		if w.setup != nil {
			w.setup(c, b, h)
		}
		s.onRecording().listening()
		for i, step := range steps(w.steps) {
			s.do(step)
			s.wait(s.pace)
			fmt.Fprintf(&sums, "%s %d %s:", w.name, i, step)
			width, height := s.m.Size()
			for _, size := range otherSizes {
				s.resize(size[0], size[1])
				v := s.m.View()
				fmt.Fprintf(&sums, " %08x", crc32.ChecksumIEEE([]byte(v.Content+v.WindowTitle)))
			}
			sums.WriteString("\n")
			s.resize(width, height)
		}
	}
	golden.RequireEqual(t, []byte(sums.String()))
}

// The view of a log shows its end, and what is scrolled to.
func TestWalkOverALog(t *testing.T) {
	s, b, _ := rich(t, 60, 14)
	text := ""
	for i := range 40 {
		text += fmt.Sprintf("%02d said \x1b[31mred\x1b[m %s\n", i, strings.Repeat("word ", i))
	}
	b.log = model.LogRef{Root: t.TempDir(), Path: "run.log"}
	if err := os.WriteFile(b.log.File(), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s.on(nil).press("1")
	_, next := s.m.Update(keyPress("enter"))
	for range 2 { // the history, and the log; the next command waits for more of it
		_, next = s.m.Update(next())
	}
	s.deaf = true
	c := changes{s: s}
	c.note("enter")
	c.walk(steps(`tab tab ctrl+u 30x14 j G k ctrl+u / "39 said" esc / "zzz" enter`))
	golden.RequireEqual(t, []byte(c.said.String()))
}

// steps are those of a way over the screen; a text that is typed may hold blanks.
func steps(way string) (all []string) {
	for i, part := range strings.Split(way, `"`) {
		if i%2 == 1 {
			all = append(all, `"`+part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// do does one step: a key, a size, or a text.
func (s *screen) do(step string) {
	s.t.Helper()
	var width, height int
	if text, typed := strings.CutPrefix(step, `"`); typed {
		s.typeText(text)
	} else if n, _ := fmt.Sscanf(step, "%dx%d", &width, &height); n == 2 {
		s.resize(width, height)
	} else {
		s.send(keyPress(step))
	}
}

// changes notes what changes on a screen: the lines that are others, with their
// numbers.
type changes struct {
	s       *screen
	was     []string
	said    strings.Builder
	between bool // what is shown until a command ends is noted too
}

// alter changes the plans of tasks.
func alter(plan func(*board.Planned)) func(*changes, *richBoard, *richHand) {
	return func(_ *changes, _ *richBoard, h *richHand) { h.alter = plan }
}

func (c *changes) walk(steps []string) {
	c.s.t.Helper()
	if c.between {
		c.s.seen = func() { c.note("...") }
	}
	for _, step := range steps {
		if c.between {
			fmt.Fprintf(&c.said, "> %s\n", step)
		}
		c.s.do(step)
		if !c.between {
			c.note(step)
		}
		c.s.wait(c.s.pace)
		c.note("...")
	}
}

// note writes which lines are others than at the last note, and what made them so.
func (c *changes) note(step string) {
	v := c.s.m.View()
	now := append(strings.Split(v.Content, "\n"), v.WindowTitle)
	if step != "..." || !slices.Equal(now, c.was) {
		fmt.Fprintf(&c.said, "> %s\n", step)
	}
	for i, line := range now {
		if i >= len(c.was) || line != c.was[i] {
			fmt.Fprintf(&c.said, "%2d %s\n", i+1, line)
		}
	}
	c.was = now
}

// The header and rows say as much as fits, at every width.
func TestLinesAtEveryWidth(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws")
	}
	s, b, _ := rich(t, 1, 30)
	b.late = errors.New("cannot read fleet: the disk is full")
	s.on(nil)
	var said strings.Builder
	for _, line := range []struct{ pane, holds string }{{"1", ""}, {"1", "wait-2"}, {"1", "run-2"}, {"4", "sus-1"}, {"4", " output"}, {"5", "old-1"}, {"2", "job-6"}, {"2", "quota"}} {
		s.press(line.pane)
		fmt.Fprintf(&said, "# pane %s, %q\n", line.pane, line.holds)
		from, was := 1, ""
		if line.holds != "" {
			from = 34 // below that there are no rows
		}
		for width := from; width < 180; width++ {
			s.resize(width, 30)
			all := strings.Split(s.frame(), "\n")
			at := max(slices.IndexFunc(all, func(l string) bool { return strings.Contains(l, line.holds) }), 0)
			if is := strings.Join(strings.Fields(all[at]), " "); is != was {
				fmt.Fprintf(&said, "%3d %s\n", width, is)
				was = is
			}
		}
	}
	golden.RequireEqual(t, []byte(said.String()))
}

// The panes lie as the size allows, around the sizes at which the layout changes: T
// and B are the lines of frames' tops and bottoms with the number of lines between
// them, = is a line of two frames, and - one without a frame.
func TestLayoutAtEverySize(t *testing.T) {
	s, _, _ := rich(t, 1, 1)
	s.on(nil)
	var said strings.Builder
	inside := regexp.MustCompile(`\|+`)
	kinds := map[rune]string{'╭': "T", '┏': "T", '│': "|", '┃': "|", '╰': "B", '┗': "B"}
	for _, focus := range []string{"2", "5"} {
		s.press(focus)
		for _, width := range []int{33, 34, 99, 100, 101} {
			for _, height := range []int{1, 2, 8, 9, 10, 19, 20, 21, 37, 38, 39} {
				s.resize(width, height)
				is := ""
				for line := range strings.SplitSeq(s.frame(), "\n") {
					first, _ := utf8.DecodeRuneInString(line)
					is += cmp.Or(kinds[first], "-")
					if strings.Count(line, "┓")+strings.Count(line, "╮") > 1 {
						is += "="
					}
				}
				is = inside.ReplaceAllStringFunc(is, func(lines string) string { return strconv.Itoa(len(lines)) })
				fmt.Fprintf(&said, "%dx%d focus %s: %s\n", width, height, focus, is)
			}
		}
	}
	golden.RequireEqual(t, []byte(said.String()))
}

// The registry says what every action is called and where which keys are bound to it.
func TestTableOfActions(t *testing.T) {
	var said strings.Builder
	for _, a := range tui.Actions() {
		fmt.Fprintf(&said, "%s: %s | %s | %q in %010b | %s %s\n", a.ID, a.Title, a.Help, a.Keys, a.Scopes, a.Verb, report.Past(a.Verb))
	}
	golden.RequireEqual(t, []byte(said.String()))
}
