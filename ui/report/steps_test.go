package report

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/ui/board"
)

// moments makes a history of letters; a digit behind one is a number in its text.
func moments(text string) (all []Moment) {
	for _, word := range strings.Fields(text) {
		all = append(all, Moment{Text: word})
	}
	return all
}

func TestEqualStepsAreFolded(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ history, want string }{
		{"", ""},
		{"a b c", "0+1x1 1+1x1 2+1x1"},
		{"a a", "0+1x1 1+1x1"},
		{"a a a", "0+1x3"},
		{"a1 a22 a333 b", "0+1x3 3+1x1"},
		{"x a b a b a b y", "0+1x1 1+2x3 7+1x1"},
		{"a b a b a", "0+2x2 4+1x1"},
		{"a b c d a b c d", "0+4x2"},
	} {
		var got []string
		for _, s := range Steps(moments(tc.history)) {
			got = append(got, strconv.Itoa(s.At)+"+"+strconv.Itoa(s.Period)+"x"+strconv.Itoa(s.Times))
		}
		if diff := cmp.Diff(tc.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tc.history, diff)
		}
	}
}

func TestCyclesOfBlocks(t *testing.T) {
	t.Parallel()
	kinds := map[rune]model.EventKind{'b': model.EventBlocked, 'u': model.EventUnblocked, 'c': model.EventClaimed, '.': model.EventOther, 'r': model.EventBlocked}
	for _, tc := range []struct {
		history                string // newest first; r: a run that ended blocked
		newest, oldest, rounds int
	}{
		{"", 0, 0, 0},
		{".b.", 1, 1, 1},
		{"b.u.b", 0, 4, 2},
		{".bb.u.cb.", 1, 7, 2},
		{"rbucrb", 1, 5, 2},
		{"ruc.r", 0, 4, 2},
	} {
		var all []Moment
		for _, c := range tc.history {
			m := Moment{Kind: kinds[c]}
			if c == 'r' {
				m.rank = rankEnded
			}
			all = append(all, m)
		}
		newest, oldest, rounds := Cycle(all)
		if newest != tc.newest || oldest != tc.oldest || rounds != tc.rounds {
			t.Errorf("%q: %d to %d, %d rounds", tc.history, newest, oldest, rounds)
		}
	}
}

// The events of a board may have numbers of any size: a queue of several databases gives each
// a range of its own.
func TestLargeEventNumbersChangeNothing(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 2, 8, 0, 0, 0, time.UTC)
	for _, first := range []int64{1, 1 << 31, 3 << 48} {
		d := &board.Detail{Row: &model.Row{FirstJudged: at.Add(3 * time.Minute)}}
		for i, kind := range []model.EventKind{model.EventBlocked, model.EventUnblocked, model.EventClaimed, model.EventBlocked} {
			d.History.Case.Events = append(d.History.Case.Events, model.Event{
				Seq: first + int64(i), Kind: kind, Name: "event " + strconv.Itoa(i), At: at.Add(time.Duration(i) * time.Minute),
			})
		}
		all := History(d)
		if _, _, rounds := Cycle(all); rounds != 2 {
			t.Errorf("events from %d on: %d rounds, want 2", first, rounds)
		}
		if !strings.HasPrefix(all[0].Text, "notdone judged it") {
			t.Errorf("events from %d on: %q comes after the verdict that it led to", first, all[0].Text)
		}
	}
}
