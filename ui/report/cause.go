package report

import (
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// NameColumns is how wide the name of a cause is at the most where it stands among others.
const NameColumns = 47

// Cause returns what tasks are called together in at most NameColumns cells, by the row that
// their list begins with and the newest one. What is found about active tasks, a sentence of our
// own, is not cut. Tended says that something is at work in their queue.
func Cause(first, newest *model.Row, tended bool) string {
	if first.State.Pane() == model.PaneActive {
		return WholeCause(first, newest, tended)
	}
	return CutName(WholeCause(first, newest, tended), NameColumns)
}

// WholeCause returns what tasks are called together, as Cause does, but not cut.
func WholeCause(first, newest *model.Row, tended bool) string {
	return safe.Line(causeOf(first, newest, tended), lineLimit)
}

// hanging are words that say nothing at the end of what was cut.
var hanging = strings.Fields("a an and as at because but by for from has have I in is it its no of on or so that the their this to which with")

// longWord is how much of a word, in cells, says something of it: the beginning of a path or an
// address.
const longWord = 10

// CutName returns the name of a cause in at most so many cells, cut between words where little
// of the last one has room, and before words that only lead to the next one.
func CutName(said string, columns int) string {
	if len(said) <= columns || ansi.StringWidth(said) <= columns { // no byte takes two cells
		return said
	}
	cut := ansi.Truncate(said, max(columns-1, 0), "")
	blank := strings.LastIndexByte(cut, ' ')
	if begun := ansi.StringWidth(cut[blank+1:]); blank > len(cut)/2 && begun < longWord && !strings.HasPrefix(said[len(cut):], " ") {
		cut = cut[:blank]
	}
	for blank := strings.LastIndexByte(cut, ' '); blank > len(cut)/2 && slices.Contains(hanging, cut[blank+1:]); blank = strings.LastIndexByte(cut, ' ') {
		cut = cut[:blank]
	}
	return strings.TrimRight(cut, " ,;:-–—(…") + "…"
}

// countsOnly matches a headline which says that a task failed, perhaps how often, and not how.
var countsOnly = regexp.MustCompile(`^failed( (once|twice|[0-9]+ times)\b.*)?$`)

// tellsHow reports whether the headline of a failed task says more of how it failed than its
// obstacle does.
func tellsHow(r *model.Row) bool {
	switch {
	case r.Headline == "", r.Headline == model.OutcomeFailed.String():
		return false
	case r.Obstacle == nil || r.Obstacle.Name == "":
		return true
	}
	return !countsOnly.MatchString(r.Headline)
}

func causeOf(first, newest *model.Row, tended bool) string {
	untended := first.State != model.StateBlocked && board.Untended(first) // blocked: its obstacle says more
	switch {
	case untended && tended:
		return "not claimed, or no sign of life"
	case untended:
		return "no worker seems to run"
	case first.State.Pane() == model.PaneActive && board.Fact(first) != "":
		return board.Fact(first)
	case first.State == model.StateFailed && tellsHow(first) && first.Headline == newest.Headline:
		said, _, _ := strings.Cut(first.Headline, " (")
		return said
	case first.Obstacle != nil && newest.Obstacle != nil:
		return newest.Obstacle.Name
	case first.Headline != "":
		return first.Headline
	}
	if worst := Worst(first); worst != nil {
		return worst.Message
	}
	return first.State.String()
}
