package tui

import (
	"cmp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"notdone/ui/board"
)

// An overview without entries says so only when all queues were read.
func TestAnEmptyOverviewOfQueuesThatAreNotRead(t *testing.T) {
	read, begun, locked := board.Status{Listed: 3}, board.Status{Loading: true, Listed: 3}, board.Status{Loading: true}
	for _, tc := range []struct {
		queues []board.Status
		want   string
	}{
		{[]board.Status{locked}, "Nothing is known yet: no queue has been read."},
		{[]board.Status{locked, locked}, "Nothing is known yet: no queue has been read."},
		{[]board.Status{begun}, "Nothing so far: 1 of 1 queue is not read to the end."},
		{[]board.Status{read, locked, begun}, "Nothing so far: 2 of 3 queues are not read to the end."},
		{[]board.Status{read}, ""},
	} {
		for empty, open := range map[string]func(*Model) tea.Cmd{
			"Nothing asks for anybody.": (*Model).openAttention, "Nothing repeats.": (*Model).openLoops,
		} {
			m := still(t)
			send(m, tea.WindowSizeMsg{Width: 100, Height: 30})
			m.whole.Sources = tc.queues
			send(m, open(m)())
			if shown, want := strings.Join(m.top().(*overview).head, " "), cmp.Or(tc.want, empty); !strings.Contains(shown, want) {
				t.Errorf("%+v: it says %q, want %q", tc.queues, shown, want)
			}
		}
	}
}
