package tui_test

import (
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// What notdone says itself is not shown as a quotation: on the board, in the preview, in the
// views of a task, above an answer. What an agent said is.
func TestOwnWordsAreNoQuotation(t *testing.T) {
	const said = "I got no further today: 403 from s3://fenne/out. The digest of this week was not uploaded"
	for _, tc := range []struct {
		name  string
		own   bool
		shown string
		from  string
	}{
		{"its own", true, said, "obstacle"},
		{"an agent's", false, "“" + said + "”", "the agent said"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := blocked("job-1", "Send the digest", said, model.KindUnknown, time.Hour)
			c.Facts.ObstacleOwn = tc.own
			c.Events = c.Events[:len(c.Events)-1] // which says the same
			c.Runs[0].Error, c.Runs[0].ErrorOwn = said, tc.own
			s := openWith(t, []model.Case{c}, 160, 48, &hand{})
			check := func(where string) {
				t.Helper()
				quoted := strings.Contains(s.frame(), "“"+said)
				if quoted == tc.own || !strings.Contains(s.frame(), said) {
					t.Errorf("%s: quoted is %v:\n%s", where, quoted, s.frame())
				}
			}
			s.press("2")
			check("board and preview")
			s.press("enter")
			check("why")
			s.press("tab")
			check("timeline")
			s.press("esc", "u")
			check("plan")
			s.shows(tc.from)
		})
	}
}
