package tui_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/source/journal"
	"notdone/ui/tui"
)

// effect is what a key does on a screen, in a place to which other keys lead.
// Wanted is what the screen then says and has not said before; "-" before it: what
// it does not say any more; "@": what is on the line under the cursor, and was
// not; "quit", "suspend" and "redraw": the program ends, is stopped, or draws the screen anew.
type effect struct {
	path string
	id   string // of the action
	want string
}

// effects is what every key does on every screen.
var effects = map[string][]effect{
	"board": {
		{"j", "move.up", "@access"},
		{"", "move.down", "@job-54"},
		{"", "pane.left", "@job-21"},
		{"enter j j", "pane.left", "@access"},
		{"1", "pane.right", "@access"},
		{"", "pane.right", "job-50"},
		{"G", "move.first", "@access"},
		{"5", "move.last", "@job-70"},
		{"5 G", "move.half-up", "@job-813"},
		{"5", "move.half-down", "@job-817"},
		{"", "pane.zoom", "[2 Blocked 5]"},
		{"170x48", "view.preview", "-p hides"},
		{"170x48 p", "view.preview", "p hides"},
		{"160x20 4 j", "preview.down", "ASKED"},
		{"160x20 4 j J", "preview.up", "box:77"},
		{"+", "pane.zoom", "-[2 Blocked 5]"},
		{"", "pane.next", "@job-40"},
		{"", "pane.previous", "@job-21"},
		{"", "pane.1", "@job-21"},
		{"1", "pane.2", "@access"},
		{"", "pane.3", "@job-40"},
		{"", "pane.4", "@job-60"},
		{"", "pane.5", "@job-800"},
		{"G", "task.open", "[Why]"},
		{"", "task.open", "job-50"},
		{"5", "view.back", "@access"},
		{"/ j enter", "view.back", "-/j"},
		{"", "view.find", "-u unblock"},
		{"/ j o b enter 4", "find.next", "@job-61"},
		{"/ j o b enter 4 G", "find.next", "@job-800"},
		{"/ j o b enter 4 G", "find.previous", "@job-61"},
		{"/ j o b enter 4", "find.previous", "@job-40"},
		{"/ j o b enter 2 g", "find.previous", "@job-30"}, // the last of the pane before
		{"views", "views.next", "done · 1 of 2 views"},
		{"views", "views.previous", "jobs · 2 of 2 views"},
		{"", "sort.next", "oldest first"},
		{"", "sort.reverse", "least severe first"},
		{"", "view.export", "write 5 tasks to notdone.csv"},
		{"", "task.add", "add to fleet:"},
		{"3", "select.task", "1 selected"},
		{"1 space", "select.range", "2 selected"},
		{"1", "select.all", "3 selected"},
		{"1", "task.stop", "Cancel job-21"},
		{"", "journal.undo", "Undo requeue of job-40"},
		{"", "journal.open", "What was done"},
		{"", "help.open", "Help"},
		{"", "palette.open", "What to do"},
		{"", "queue.choose", "all queues"},
		{"", "loops.open", "Loops"},
		{"", "news.open", "New since"},
		{"", "attention.open", "What to do first"},
		{"", "program.quit", "quit"},
		{"", "program.quit-now", "quit"},
		{"", "program.redraw", "redraw"},
		{"", "program.suspend", "suspend"},
	},
	"task": {
		{"100x12 4 j enter", "move.down", "-Fix the flaky"},
		{"100x12 4 j enter j k", "move.up", "notdone says"},
		{"100x12 4 j enter G", "move.first", "Fix the flaky"},
		{"100x12 4 j enter", "move.last", "clears when"},
		{"100x12 4 j enter", "move.half-down", "▌warning"},
		{"100x12 4 j enter G", "move.half-up", "queue says"},
		{"4 j enter", "pane.left", "[Links]"},
		{"4 j enter", "pane.previous", "[Links]"},
		{"4 j enter", "pane.right", "[Timeline]"},
		{"4 j enter", "pane.next", "[Timeline]"},
		{"4 j enter", "view.back", "-[Why]"},
		{"4 j enter", "view.close", "-[Why]"},
		{"4 j enter", "help.open", "Help"},
		{"4 j enter", "palette.open", "What to do"},
		{"4 j enter", "view.find", "-was this right?"},
		{"1 enter", "task.stop", "Cancel job-21"},
		{"4 j enter", "journal.undo", "Undo requeue of job-40"},
		{"4 j enter", "journal.open", "What was done"},
		{"4 j enter", "program.quit-now", "quit"},
		{"4 j enter", "program.redraw", "redraw"},
		{"4 j enter", "program.suspend", "suspend"},
	},
	"searched task": {
		{"100x12 4 j enter / c l e a r s enter g", "move.down", "-Fix the flaky"},
		{"100x12 4 j enter / c l e a r s enter g j", "move.up", "Fix the flaky"},
		{"100x12 4 j enter / c l e a r s enter", "move.first", "Fix the flaky"},
		{"100x12 4 j enter / c l e a r s enter g", "move.last", "clears when"},
		{"100x12 4 j enter / c l e a r s enter g", "move.half-down", "marked done, but"},
		{"100x12 4 j enter / c l e a r s enter", "move.half-up", "queue says"},
		{"4 j enter / c l e a r s enter", "pane.left", "[Links]"},
		{"4 j enter / c l e a r s enter", "pane.previous", "[Links]"},
		{"4 j enter / c l e a r s enter", "pane.right", "[Timeline]"},
		{"4 j enter / c l e a r s enter", "pane.next", "[Timeline]"},
		{"4 j enter / c l e a r s enter", "view.back", "-/clears"},
		{"4 j enter / c l e a r s enter", "view.close", "-[Why]"},
		{"4 j enter / c l e a r s enter", "help.open", "Help"},
		{"4 j enter / c l e a r s enter", "palette.open", "What to do"},
		{"4 j enter / c l e a r s enter", "view.find", "-ends the search"},
		{"4 j enter / c l e a r s enter", "find.next", "round the end"},
		{"4 j enter / c l e a r s enter", "find.previous", "round the end"},
		{"4 j enter / c l e a r s enter", "journal.undo", "Undo requeue of job-40"},
		{"4 j enter / c l e a r s enter", "journal.open", "What was done"},
		{"4 j enter / c l e a r s enter", "program.quit-now", "quit"},
		{"4 j enter / c l e a r s enter", "program.redraw", "redraw"},
		{"4 j enter / c l e a r s enter", "program.suspend", "suspend"},
	},
	"copy": {
		{"4 j enter c", "copy.id", "clipboard: job-61"},
		{"4 j enter c", "copy.quote", "clipboard: I could not push"},
		{"4 j enter c", "copy.all", "14 lines of what is shown"},
		{"c", "view.back", "-copy  i id"},
		{"c", "program.quit-now", "quit"},
		{"c", "program.redraw", "redraw"},
		{"c", "program.suspend", "suspend"},
	},
	"plan": {
		{"100x14 G u shift+tab d g", "move.down", "-Unblock job-53"},
		{"100x14 G u shift+tab d g", "move.half-down", "-Unblock job-53"},
		{"100x14 G u shift+tab d g j", "move.up", "Unblock job-53"},
		{"100x14 G u shift+tab d", "move.first", "Unblock job-53"},
		{"100x14 G u shift+tab d g", "move.last", "no claim on it"},
		{"100x14 G u shift+tab d g", "move.half-down", "no claim on it"},
		{"100x14 G u shift+tab d G", "move.half-up", "Same obstacle"},
		{"G u shift+tab", "plan.rows", "last_error"},
		{"g u shift+tab", "plan.rows", "last_error"},
		{"G u shift+tab", "view.back", "-[ Cancel ]"},
		{"G u shift+tab", "view.close", "-[ Cancel ]"},
		{"G u shift+tab", "dialog.close", "-[ Cancel ]"},
		{"G u shift+tab", "pane.next", "tab to the end"},
		{"G u shift+tab", "pane.previous", "tab to the end"},
		{"G u shift+tab", "plan.apply", "unblocked job-53"},
		{"1 s", "command.copy", "clipboard"},
		{"1 s", "command.run", "nothing runs yet"},
		{"G u shift+tab", "view.find", "-esc cancel"},
		{"G u shift+tab / s i g n e d enter", "find.next", "round the end"},
		{"G u shift+tab / s i g n e d enter", "find.previous", "round the end"},
		{"G u shift+tab", "program.quit-now", "quit"},
		{"G u shift+tab", "program.redraw", "redraw"},
		{"G u shift+tab", "program.suspend", "suspend"},
	},
	"command": {
		{"100x12 1 s x", "move.down", "-word-000"},
		{"100x12 1 s x j", "move.up", "word-000"},
		{"100x12 1 s x G", "move.first", "word-000"},
		{"100x12 1 s x", "move.last", "with your rights"},
		{"100x12 1 s x", "move.half-down", "word-120"},
		{"100x12 1 s x G", "move.half-up", "word-045"},
		{"1 s x", "view.back", "-nothing runs yet"},
		{"1 s x", "view.close", "-nothing runs yet"},
		{"1 s x", "dialog.close", "-nothing runs yet"},
		{"1 s x", "command.run", "exit status 0"},
		{"1 s x", "command.copy", "clipboard"},
		{"1 s x", "view.find", "-run it"},
		{"1 s x / 0 5 0 enter", "find.next", "round the end"},
		{"1 s x / 0 5 0 enter", "find.previous", "round the end"},
		{"1 s x", "program.quit-now", "quit"},
		{"1 s x", "program.redraw", "redraw"},
		{"1 s x", "program.suspend", "suspend"},
	},
	"journal": {
		{"A j", "move.up", "@job-40"},
		{"A", "move.down", "@job-41"},
		{"A G", "move.first", "@job-40"},
		{"A", "move.last", "@job-59"},
		{"100x11 A", "move.half-down", "@job-42"},
		{"100x11 A G", "move.half-up", "@job-57"},
		{"A", "view.back", "-What was done"},
		{"A", "view.close", "-What was done"},
		{"A", "journal.open", "-What was done"},
		{"A", "journal.undo-entry", "Undo requeue of job-40"},
		{"A", "help.open", "Help"},
		{"A", "palette.open", "What to do"},
		{"A", "view.find", "-esc back"},
		{"A / 4 2 enter", "find.next", "round the end"},
		{"A / 4 2 enter", "find.previous", "round the end"},
		{"A", "program.quit-now", "quit"},
		{"A", "program.redraw", "redraw"},
		{"A", "program.suspend", "suspend"},
	},
	"help": {
		{"100x12 ?", "move.down", "-? unknown"},
		{"100x12 ?", "move.half-down", "-? unknown"},
		{"100x12 ? j j j j", "move.up", "Look"},
		{"100x12 ? G", "move.first", "why, or open"},
		{"100x12 ?", "move.last", "times round a cycle"},
		{"100x12 ? G", "move.half-up", "-since you last looked"},
		{"?", "view.back", "-┏━ Help"},
		{"?", "view.close", "-┏━ Help"},
		{"?", "dialog.close", "-┏━ Help"},
		{"?", "help.open", "-┏━ Help"},
		{"?", "palette.open", "What to do"},
		{"?", "view.find", "-esc back"},
		{"? / s u s p e n d enter", "find.next", "round the end"},
		{"? / s u s p e n d enter", "find.previous", "round the end"},
		{"?", "program.quit-now", "quit"},
		{"?", "program.redraw", "redraw"},
		{"?", "program.suspend", "suspend"},
	},
	"list": {
		{"!", "list.copy", "clipboard"},
		{"!", "move.down", "@without any"},
		{"! j", "move.up", "@Nightly"},
		{"! G", "move.first", "@Nightly"},
		{"!", "move.last", "@Mystery"},
		{"100x12 !", "move.half-down", "@index"},
		{"100x12 ! G", "move.half-up", "@login"},
		{"!", "view.back", "-What to do first"},
		{"!", "view.close", "-What to do first"},
		{"!", "help.open", "▸ ▾ cause"},
		{"!", "view.find", "-esc back"},
		{"! / v a u l t enter", "find.next", "round the end"},
		{"! / v a u l t enter", "find.previous", "round the end"},
		{"!", "loops.open", "Loops"},
		{"L", "news.open", "New since"},
		{"L", "attention.open", "What to do first"},
		{"L", "list.open", "3 tasks of"},
		{"L", "list.sort", "by runs"},
		{"L", "list.reverse", "▸cost"},
		{"!", "program.quit-now", "quit"},
		{"!", "program.redraw", "redraw"},
		{"!", "program.suspend", "suspend"},
	},
	"field": {
		{"G u tab i t s", "pane.next", "apply: a"},
		{"G u tab i t s", "pane.previous", "new line"},
		{"G u tab i t s", "view.back", "what you typed comes back"},
		{"G u tab", "input.accept", "apply: a"},
		{"G u tab", "program.quit-now", "quit"},
		{"G u tab", "program.redraw", "redraw"},
		{"G u tab", "program.suspend", "suspend"},
	},
	"answer": {
		{"G u i t s", "pane.next", "-new line"},
		{"G u i t s", "pane.previous", "-new line"},
		{"G u i t s", "view.back", "what you typed comes back"},
		{"G u", "input.accept", "-new line"},
		{"G u i t s", "input.newline", "┃                      >"},
		{"G u", "program.quit-now", "quit"},
		{"G u", "program.redraw", "redraw"},
		{"G u", "program.suspend", "suspend"},
	},
	"choice": {
		{": u n b l o c k", "input.accept", "Unblock 3 tasks"},
		{":", "view.back", "-What to do"},
		{": z z z", "view.back", "-nothing is called so"},
		{": t a s k . down down", "choice.up", "▸u "},
		{": t a s k .", "choice.down", "▸u "},
		{":", "program.quit-now", "quit"},
		{":", "program.redraw", "redraw"},
		{":", "program.suspend", "suspend"},
	},
	"input": {
		{"/ x", "view.back", "u unblock"},
		{"/ x", "input.accept", "clears"},
		{"/ s", "input.complete", "/state:"},
		{"/ s", "input.complete-back", "/state:"},
		{"/ j o b enter / ctrl+u x", "input.earlier", "/job"},
		{"/ j o b enter / ctrl+u x up", "input.later", "/x"},
		{"4 j enter / c l e a r s", "view.back", "was this right?"},
		{"4 j enter / c l e a r s", "input.accept", "ends the search"},
		{"/", "program.quit-now", "quit"},
		{"/", "program.redraw", "redraw"},
		{"/", "program.suspend", "suspend"},
	},
}

// refusals are what every action that can be impossible says where it is; "read-only"
// in a path: nothing may be written, "views": views are saved.
var refusals = map[string][]effect{
	"board": {
		{"/ x x x enter", "task.open", "there is no task here"},
		{"/ x x x enter", "view.export", "there is nothing to write"},
		{"/ x x x enter", "select.task", "there is no task here"},
		{"/ x x x enter", "select.range", "there is no task here"},
		{"/ x x x enter", "select.all", "there is no task here"},
		{"", "view.back", "this is the board: q quits"},
		{"", "find.next", "no filter: / sets one"},
		{"", "find.previous", "no filter: / sets one"},
		{"", "views.next", "no view is saved"},
		{"", "views.previous", "no view is saved"},
		{"/ x x x enter", "task.stop", "there is no task here"},
		{"5", "task.stop", "there is nothing to stop: the queue says done"},
		{"", "session.resume", "no session is known"},
		{"", "queue.mapping", "by its own reader"},
		{"", "view.preview", "a preview needs 140 columns"},
		{"", "preview.down", "a preview needs 140 columns"},
		{"170x48 p", "preview.down", "the preview is hidden: p shows it"},
		{"170x60", "preview.up", "all of the preview is shown"},
		{"/ x x x enter", "session.resume", "no session is known"},
	},
	"task": {
		{"4 j enter", "task.stop", "there is nothing to stop: the queue says done"},
		{"4 j enter", "session.resume", "no session is known"},
		{"4 j enter", "queue.mapping", "by its own reader"},
		{"4 j enter", "finding.right", "marks are not kept now"},
		{"4 j enter", "finding.wrong", "marks are not kept now"},
		{"4 j enter tab", "finding.right", "there is no finding here to mark"},
		{"4 j enter tab", "finding.wrong", "there is no finding here to mark"},
	},
	"searched task": {
		{"4 j enter / c l e a r s enter", "task.stop", "there is nothing to stop: the queue says done"},
		{"4 j enter / c l e a r s enter", "session.resume", "no session is known"},
		{"4 j enter / c l e a r s enter", "queue.mapping", "by its own reader"},
	},
	"copy": {
		{"5 c", "copy.quote", "nothing is quoted here"},
		{"4 j enter c", "copy.command", "no session is known"},
		{"c", "copy.log", "no log is known"},
	},
	"plan": {
		{"1 s", "plan.apply", "there is nothing to apply"},
		{"G u shift+tab", "command.copy", "the queue has no command of its own for this"},
		{"G u shift+tab", "command.run", "the queue has no command of its own for this"},
		{"G u shift+tab", "find.next", "no search: / begins one"},
		{"G u shift+tab", "find.previous", "no search: / begins one"},
	},
	"command": {
		{"1 s x x", "command.copy", "it has been run"},
		{"1 s x x", "command.run", "it has been run"},
		{"1 s x", "find.next", "no search: / begins one"},
		{"1 s x", "find.previous", "no search: / begins one"},
	},
	"journal": {
		{"A G", "journal.undo-entry", "this entry cannot be undone (was not done)"},
		{"A", "find.next", "no search: / begins one"},
		{"A", "find.previous", "no search: / begins one"},
	},
	"list": {
		{"w", "list.open", "there is nothing here"},
		{"w", "list.copy", "there is nothing here"},
		{"!", "list.sort", "this list has one order"},
		{"!", "list.reverse", "this list has one order"},
		{"!", "find.next", "no search: / begins one"},
		{"!", "find.previous", "no search: / begins one"},
	},
	"help": {
		{"?", "find.next", "no search: / begins one"},
		{"?", "find.previous", "no search: / begins one"},
	},
}

// on are ways to each place in which a task can be acted on, and what a plan there
// is about.
var on = map[string][2]string{
	"board": {"", "3 tasks: no access to vault/eu-west"}, "task": {"4 j enter", "job-61"}, "searched task": {"4 j enter / c l e a r s enter", "job-61"},
}

func init() {
	acted := map[string][2]string{
		"board": {"", "G r a"}, "task": {"4 j enter", "r a"}, "searched task": {"4 j enter / c l e a r s enter", "r a"},
		"journal": {"A", "esc G r a A"}, "list": {"!", "esc G r a !"},
	}
	for place, way := range acted {
		effects[place] = append(effects[place], effect{strings.TrimSpace(way[0] + " " + way[1]), "results.open", "━ Results"})
		refusals[place] = append(refusals[place], effect{way[0], "results.open", "nothing was done since"})
	}
	refusals["plan"] = append(refusals["plan"], effect{"1 s", "plan.rows", "no row is written"})
	for place, way := range on {
		effects[place] = append(effects[place], effect{way[0], "view.copy", "copy  i id"})
		refusals[place] = append(refusals[place], effect{way[0], "log.edit", "no log is known"})
		if place == "board" {
			refusals[place] = append(refusals[place], effect{"/ x x x enter", "view.copy", "there is no task here"})
			continue
		}
		for _, id := range []string{"task.next", "task.previous"} {
			effects[place] = append(effects[place], effect{way[0], id, "-Fix the flaky login"})
			refusals[place] = append(refusals[place], effect{"3 enter" + way[0][len("4 j enter"):], id, "there is no other task"})
		}
		effects[place] = append(effects[place], effect{way[0], "entry.open", "[Timeline]"})
		refusals[place] = append(refusals[place], effect{"4 j enter tab tab" + way[0][len("4 j enter"):], "entry.open", "nothing to unfold here"})
		refusals[place] = append(refusals[place], effect{way[0], "entry.unfold-all", "nothing is folded in this view"})
		for _, id := range []string{"log.raw", "log.wrap", "log.next", "log.previous"} {
			refusals[place] = append(refusals[place], effect{way[0], id, "that is for the log"})
		}
	}
	for place, way := range on {
		for _, a := range tui.Actions() {
			acts := a.Verb != ""
			if acts {
				effects[place] = append(effects[place], effect{way[0], a.ID, strings.ToUpper(a.Title[:1]) + a.Title[1:] + " " + way[1]})
			}
			if acts || a.ID == "task.stop" || a.ID == "task.add" && place == "board" || strings.HasPrefix(a.ID, "journal.") && a.ID != "journal.undo-entry" {
				refusals[place] = append(refusals[place], effect{"read-only " + way[0], a.ID, "nothing may be written now (--read-only)"})
			}
		}
	}
}

// at is a screen to which keys have led, with the keys of some actions changed.
func at(t *testing.T, all tui.Board, path string, changed map[string][]string) (*screen, *hand) {
	t.Helper()
	h := markedHand("")
	h.command = []string{"echo"}
	for i := range 150 {
		h.command = append(h.command, fmt.Sprintf("word-%03d", i))
	}
	for i := 41; i < 60; i++ {
		e := h.log[0]
		e.ID, e.Task.ID, e.At = e.ID+strconv.Itoa(i), "job-"+strconv.Itoa(i), e.At.Add(-time.Duration(i)*time.Minute)
		if i == 59 {
			e.Outcome = journal.NotApplied
		}
		h.log = append(h.log, e)
	}
	s := newScreen(t, 120, 40)
	s.options = s.with(all, h)
	s.options.Adds = func(kind string) bool { return kind == "fake" }
	s.options.Add = func(context.Context, string, tui.NewTask) (tui.Added, error) { return tui.Added{ID: "new"}, nil }
	keys, err := tui.NewKeys(changed)
	if err != nil {
		t.Fatal(err)
	}
	s.options.Keys = keys
	path, readOnly := strings.CutPrefix(path, "read-only")
	if readOnly {
		s.options.Act = nil
	}
	path, saved := strings.CutPrefix(path, "views")
	if saved {
		s.options.Views = map[string]string{"jobs": "job", "done": "state:done"}
	}
	s = s.onRecording()
	for _, step := range steps(path) {
		s.do(step)
		s.wait(s.pace)
	}
	return s, h
}

// check presses a key and says what is not as it is wanted.
func (e effect) check(t *testing.T, s *screen, key string) {
	t.Helper()
	was, cursor := s.frame(), cursorLine(s)
	s.press(key)
	now, text := s.frame(), strings.TrimLeft(e.want, "-@")
	switch e.want[0] {
	case '-':
		if !strings.Contains(was, text) || strings.Contains(now, text) {
			t.Errorf("before:\n%s\nafter:\n%s", was, now)
		}
	case '@':
		if got := cursorLine(s); strings.Contains(cursor, text) || !strings.Contains(got, text) {
			t.Errorf("the cursor went from %q to %q, want %q", cursor, got, text)
		}
	default:
		if e.want == "quit" || e.want == "suspend" || e.want == "redraw" {
			if s.ended != e.want {
				t.Errorf("it does not %s, but %q", e.want, s.ended)
			}
		} else if strings.Contains(was, text) || !strings.Contains(now, text) {
			t.Errorf("want %q; before:\n%s\nafter:\n%s", text, was, now)
		}
	}
}

// spare is a key that is bound to nothing.
const spare = "f9"

// Each key of an action does what the action is for, and so does any other that is
// set for it; nothing is written meanwhile, but by the one that applies a plan.
func TestEveryActionInEveryPlace(t *testing.T) {
	if testing.Short() {
		t.Skip("random keys do the same under the race detector")
	}
	all := boardOf(t, fleet())
	for place, rows := range effects {
		for _, e := range rows {
			a := action(t, e.id)
			for _, key := range append(slices.Clone(a.Keys), spare) {
				t.Run(fmt.Sprint(place, " ", e.path, "|", e.id, " ", key), func(t *testing.T) {
					s, h := at(t, all, e.path, map[string][]string{e.id: append(slices.Clone(a.Keys), spare)})
					before := len(h.done)
					e.check(t, s, key)
					if len(h.done) > before && e.id != "plan.apply" {
						t.Errorf("%d actions were done", len(h.done))
					}
				})
			}
		}
	}
}

// What cannot be done says why, and does nothing else.
func TestEveryActionThatIsImpossibleSaysWhy(t *testing.T) {
	all := boardOf(t, fleet())
	for place, rows := range refusals {
		for _, e := range rows {
			t.Run(fmt.Sprint(place, " ", e.path, "|", e.id), func(t *testing.T) {
				s, h := at(t, all, e.path, map[string][]string{e.id: append(slices.Clone(action(t, e.id).Keys), spare)})
				s.wait(3 * time.Second)
				was := s.frame()
				s.press(spare)
				now := s.frame()
				if strings.Contains(was, e.want) || !strings.Contains(now, e.want) {
					t.Errorf("want %q; before:\n%s\nafter:\n%s", e.want, was, now)
				}
				s.press("f8") // ends the notice
				s.wait(3 * time.Second)
				if s.frame() != was || len(h.done) > 0 {
					t.Errorf("it did something; before:\n%s\nafter:\n%s", was, s.frame())
				}
			})
		}
	}
}

// A key that was taken from an action does nothing any more.
func TestAnUnboundKeyDoesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("random keys do the same under the race detector")
	}
	all := boardOf(t, fleet())
	for place, rows := range effects {
		for _, e := range rows {
			for _, key := range action(t, e.id).Keys {
				if slices.Contains(strings.Fields(e.path), key) || len([]rune(key)) == 1 && (place == "input" || place == "field" || place == "answer" || place == "choice") {
					continue
				}
				t.Run(fmt.Sprint(place, " ", e.path, "|", e.id, " ", key), func(t *testing.T) {
					s, _ := at(t, all, e.path, map[string][]string{e.id: nil})
					s.press("f8")
					s.wait(3 * time.Second)
					was := s.frame()
					s.press(key, "f8") // which ends the notice
					s.wait(3 * time.Second)
					if s.frame() != was || s.ended != "" {
						t.Errorf("%s %s; before:\n%s\nafter:\n%s", key, s.ended, was, s.frame())
					}
				})
			}
		}
	}
}

func action(t *testing.T, id string) tui.Action {
	t.Helper()
	for _, a := range tui.Actions() {
		if a.ID == id {
			return a
		}
	}
	t.Fatalf("there is no action %q", id)
	return tui.Action{}
}

// No action of the registry is missing from the tables, in any of its places.
func TestTheTablesOfActionsAreWhole(t *testing.T) {
	has := func(all []effect, id string) bool {
		return slices.ContainsFunc(all, func(e effect) bool { return e.id == id })
	}
	for place, name := range tui.Scopes() {
		for _, a := range tui.Actions() {
			if a.Scopes&place == 0 {
				continue
			}
			if !has(effects[name], a.ID) && !has(refusals[name], a.ID) {
				t.Errorf("%s: nothing says what %s does", name, a.ID)
			}
			if a.CanBeRefused() && name != "input" && name != "field" && name != "answer" && name != "choice" && a.ID != "view.back" && !has(refusals[name], a.ID) && !possible(name, a.ID) {
				t.Errorf("%s: nothing says when %s cannot be done", name, a.ID)
			}
		}
	}
}

// possible reports whether nothing can make an action impossible in a place to
// which one comes only by it.
func possible(place, id string) bool {
	return id == "view.copy" && place != "board" || place == "searched task" && strings.HasPrefix(id, "find.") || place == "journal" && id == "journal.open"
}

// recording is a terminal that notes that the program is stopped.
type recording struct {
	slow
	s *screen
}

func (r recording) Suspend() { r.s.ended = "suspend" }

// onRecording opens the screen on a terminal that shows everything at once.
func (s *screen) onRecording() *screen {
	return s.on(recording{slow{func() time.Time { return time.Time{} }, func() time.Time { return s.now }}, s})
}
