package board

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"notdone/model"
	"notdone/source"
)

// aliased is a source that knows tasks by a second name.
type aliased struct{ *fake }

func (f *aliased) Resolve(ctx context.Context, name string) (string, error) {
	if id, ok := strings.CutPrefix(name, "run of "); ok {
		return f.fake.Resolve(ctx, id)
	}
	return "", source.ErrNotFound
}

func TestFilterAndFind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, y := &aliased{newFake("/x")}, newFake("/y")
		for i := range 30 {
			x.set(caseOf(fmt.Sprintf("done%02d", i), "done"))
		}
		x.set(caseOf("both", "blocked"))
		y.set(caseOf("both", "failed"))
		b := follow(t, Options{Keep: 10}, Feed{Adapter: fakeAdapter, Source: x}, feedOf(y))
		s := b.settle(second)
		none, err := s.Filter(t.Context(), func(*model.Row) bool { return false })
		if err != nil || none.Rows(model.PaneRest).Len() != 0 || none.Unsearched(model.PaneRest) != 20 || none.Unsearched(model.PaneBlocked) != 0 {
			t.Errorf("a filter that chooses nothing did not search %d, %v", none.Unsearched(model.PaneRest), err)
		}
		odd := func(r *model.Row) bool { return r.ID[len(r.ID)-1]%2 == 1 }
		some, err := s.Filter(t.Context(), odd)
		held := 0
		for p := range model.Pane(model.NumPanes) {
			for i := range s.Rows(p).Len() {
				r, _ := s.Rows(p).At(i)
				if got, ok := some.Get(r.Ref()); ok != odd(r) || ok && got != r {
					t.Errorf("of %s the filter says %v", r.ID, ok)
				}
				held++
			}
		}
		if err != nil || held != 12 || some.Total(model.PaneRest) != 30 {
			t.Errorf("of %d rows, %d at rest: %v", held, some.Total(model.PaneRest), err)
		}
		if n := s.Unsearched(model.PaneRest); n != 0 {
			t.Errorf("a snapshot without a filter did not search %d", n)
		}
		ended, stop := context.WithCancel(t.Context())
		stop()
		if _, err := s.Filter(ended, func(*model.Row) bool { return true }); !errors.Is(err, context.Canceled) {
			t.Errorf("a filter that nobody wants any more: %v", err)
		}
		find := func(name string, want ...string) []*model.Row {
			t.Helper()
			rows, err := b.Find(t.Context(), name)
			var got []string
			for _, r := range rows {
				got = append(got, r.Queue+" "+r.ID+" "+r.State.String())
			}
			if err != nil || strings.Join(got, ", ") != strings.Join(want, ", ") {
				t.Errorf("%s is %q, %v, want %q", name, got, err, want)
			}
			return rows
		}
		find("both", "/x both blocked", "/y both failed")
		find("nothing")
		find("run of done07", "/x done07 done")
		far := find("done29", "/x done29 done")
		if _, held := s.Get(far[0].Ref()); held {
			t.Fatal("the task is held, so nothing is tested")
		}
		with, err := s.Filter(t.Context(), func(*model.Row) bool { return false }, far...)
		if r, ok := with.Get(far[0].Ref()); err != nil || !ok || r.ID != far[0].ID || with.Rows(model.PaneRest).Len() != 1 {
			t.Errorf("what was found is not added: %v, %v", r, err)
		}
		x.fail("Get", errors.New("the disk is gone"))
		find("both", "/y both failed")
		if _, err := b.Find(t.Context(), "nothing"); err == nil {
			t.Error("that a source could not be asked is not told")
		}
	})
}
