package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/ui/theme"
)

// longID is an id as those of NanoClaw are.
const longID = "home:sess-1776000000000-home01/task-1795725179359-run008"

// sheetLines returns the lines of a table on a terminal of that width, without colours.
func sheetLines(t *testing.T, width int, names map[string]string, rows ...*model.Row) []string {
	t.Helper()
	l := newListing(noon, names)
	newSheet(l, width, theme.New(theme.None, theme.Unicode(), theme.Unknown, colorprofile.Ascii))
	for _, r := range rows {
		l.counts[r.State]++
		l.add(r)
	}
	said, _ := printed(t, l.print)
	return strings.Split(strings.TrimSuffix(ansi.Strip(said), "\n"), "\n")
}

// active is a row that is listed without a reason.
func active(queue, id, title string, cost float64) *model.Row {
	return row(id, model.StateActive, model.StateActive, func(r *model.Row) {
		r.Queue, r.Title, r.Started, r.Attempts, r.CostUSD = queue, title, noon.Add(-23*time.Minute), 2, &cost
	})
}

// TestALongIDStandsBelowItsRow: it leaves the columns of the others as they are.
func TestALongIDStandsBelowItsRow(t *testing.T) {
	t.Parallel()
	names := map[string]string{"q.db": "queue", "nc": "nanoclaw"}
	rows := []*model.Row{
		active("q.db", "research-132", "Count the sessions of the ledger per day", 13.43),
		active("nc", longID, "Morning briefing: yesterday's orders, open incidents", 0.06),
	}
	for width, want := range map[int][]string{
		80: {
			`STATE     SOURCE    ID            AGE  TRIES    COST  TITLE`,
			`▶ active  nanoclaw                23m      2   $0.06  Morning briefing:…`,
			`                    ` + longID,
			`▶ active  queue     research-132  23m      2  $13.43  Count the sessions of the…`,
			`2 active`,
		},
		160: {
			`STATE     SOURCE    ID                                                        AGE  TRIES    COST  TITLE`,
			`▶ active  nanoclaw  ` + longID + `  23m      2   $0.06  Morning briefing: yesterday's orders, open incidents`,
			`▶ active  queue     research-132                                              23m      2  $13.43  Count the sessions of the ledger per day`,
			`2 active`,
		},
	} {
		if diff := cmp.Diff(want, sheetLines(t, width, names, rows...)); diff != "" {
			t.Errorf("at %d columns (-want +got):\n%s", width, diff)
		}
	}
}

// TestWhatASheetNeverCuts: at any usual width ids, costs and headings are whole, and titles have room.
func TestWhatASheetNeverCuts(t *testing.T) {
	t.Parallel()
	title := strings.Repeat("word ", 40)
	for _, width := range []int{80, 100, 120, 160} {
		for name, source := range map[string]string{"one queue": "", "two queues": "queue", "a long name": "projects/harbour/agents/queue.db"} {
			for _, ids := range [][]string{{"t1"}, {"t_1a2b3c4d"}, {longID}, {"t1", longID}, {"t1", strings.Repeat("x", 300)}, {"task-of-25-columns-0000001", "日本語-" + longID}} {
				names := map[string]string{"q": source}
				if source == "" {
					names = nil
				}
				rows := make([]*model.Row, len(ids))
				for i, id := range ids {
					rows[i] = active("q", id, title, 1234.5)
					rows[i].State = model.StateFalseDone
				}
				at := fmt.Sprintf("%s, %d columns, %q", name, width, ids)
				lines := sheetLines(t, width, names, rows...)
				if head := strings.Fields(lines[0]); head[0] != "STATE" || head[len(head)-1] != "TITLE" {
					t.Errorf("%s: the heading is %q", at, lines[0])
				}
				said := strings.Join(lines, "\n")
				for _, id := range ids {
					if !strings.Contains(" "+strings.Join(strings.Fields(said), " ")+" ", " "+id+" ") {
						t.Errorf("%s: the id is not whole:\n%s", at, said)
					}
				}
				if n := strings.Count(said, " $1234.50  word word word "); n != len(ids) {
					t.Errorf("%s: %d costs with a title of %d:\n%s", at, n, len(ids), said)
				}
				for _, l := range lines {
					if ansi.StringWidth(l) > width && !strings.Contains(l, "xxx") {
						t.Errorf("%s: %q is too wide", at, l)
					}
				}
			}
		}
	}
}

// TestALongNameOfASourceIsCut: titles and short ids have room before it.
func TestALongNameOfASourceIsCut(t *testing.T) {
	t.Parallel()
	lines := sheetLines(t, 80, map[string]string{"q": "projects/harbour/agents/queue.db"}, active("q", "t_1a2b3c4d", "Sweep the logs", 0.5))
	if want := `▶ active  projects/har…  t_1a2b3c4d  23m      2  $0.50  Sweep the logs`; lines[1] != want {
		t.Errorf("%q, want %q", lines[1], want)
	}
}
