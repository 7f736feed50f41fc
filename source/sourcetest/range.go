package sourcetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
)

// lookedAt are the moments, from a test's own on, at which verdicts are compared: rules
// count days.
var lookedAt = []time.Duration{0, 26 * time.Hour, 40 * 24 * time.Hour, -400 * 24 * time.Hour}

// CompareWithGet lists all tasks and compares each case with that of Get. A listing may
// leave out events that no rule would ask for; all else has to be equal, and so have the
// verdicts and the actions. It returns how many cases had fewer events.
func CompareWithGet(t testing.TB, a source.Adapter, s source.Source, now time.Time) (brief int) {
	t.Helper()
	judge := classify.New(classify.DefaultConfig(), a.Rules...)
	for cursor, more := source.Cursor(""), true; more; {
		page, err := s.List(context.Background(), source.Query{After: cursor, Limit: 4})
		if err != nil {
			t.Fatal(err)
		}
		cursor, more = page.Next, page.Next != ""
		cases, err := s.Get(context.Background(), idsOf(page.Cases))
		if err != nil {
			t.Fatal(err)
		}
		whole := map[string]*model.Case{}
		for i := range cases {
			whole[cases[i].Task.ID] = &cases[i]
		}
		for i := range page.Cases {
			listed := &page.Cases[i]
			got := whole[listed.Task.ID]
			if got == nil {
				t.Fatalf("%s is listed and not there", listed.Task.ID)
			}
			if len(listed.Events) < len(got.Events) {
				brief++
			}
			compareCases(t, a, judge, listed, got, now)
		}
	}
	return brief
}

func compareCases(t testing.TB, a source.Adapter, judge *classify.Judge, listed, got *model.Case, now time.Time) {
	t.Helper()
	unlike := cmpopts.IgnoreFields(model.Case{}, "Native", "Events")
	if diff := cmp.Diff(got, listed, unlike, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%s is listed otherwise (-get +list):\n%s", got.Task.ID, diff)
	}
	recorded := a.StateOf(got)
	for _, later := range lookedAt {
		was, is := judge.Judge(got, recorded, now.Add(later)), judge.Judge(listed, recorded, now.Add(later))
		if diff := cmp.Diff(was, is, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s, %v later, is judged otherwise (-get +list):\n%s", got.Task.ID, later, diff)
		}
		if a.Actions == nil {
			continue
		}
		if diff := cmp.Diff(a.Actions(got, &was), a.Actions(listed, &is)); diff != "" {
			t.Errorf("%s has other actions (-get +list):\n%s", got.Task.ID, diff)
		}
	}
}
