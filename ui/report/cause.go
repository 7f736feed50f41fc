package report

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/safe"
)

// nameColumns is how wide the name of a cause is at the most, but for what is found about
// active tasks, which is a sentence of our own.
const nameColumns = 47

// Cause returns what tasks are called together, by the row that their list begins with and
// the newest one. Tended says that something is at work in their queue.
func Cause(first, newest *model.Row, tended bool) string {
	said := safe.Line(causeOf(first, newest, tended), lineLimit)
	if ansi.StringWidth(said) <= nameColumns || first.State.Pane() == model.PaneActive {
		return said
	}
	cut := ansi.Truncate(said, nameColumns-1, "")
	if blank := strings.LastIndexByte(cut, ' '); blank > len(cut)/2 {
		cut = cut[:blank]
	}
	return strings.TrimRight(cut, " ,;:-–—(…") + "…"
}

func causeOf(first, newest *model.Row, tended bool) string {
	switch {
	case board.Untended(first) && tended:
		return "not claimed, or no heartbeat"
	case board.Untended(first):
		return "no dispatcher"
	case first.State.Pane() == model.PaneActive && board.Fact(first) != "":
		return board.Fact(first)
	case first.State == model.StateFailed && !slices.Contains([]string{"", "failed"}, first.Headline) && first.Headline == newest.Headline:
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
