package mixed

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// shelf is a source of numbered tasks.
type shelf struct {
	kind  string
	ids   []string
	news  []string // told by the next Refresh
	fails error    // of the next Refresh
	left  string
	owned func(string) bool
	end   bool
}

func (s *shelf) cases(ids []string) []model.Case {
	var out []model.Case
	for _, id := range ids {
		if slices.Contains(s.ids, id) {
			out = append(out, model.Case{Task: model.Task{Source: s.kind, ID: id}})
		}
	}
	return out
}

func (s *shelf) Describe() source.Description {
	return source.Description{Kind: s.kind, Path: "p", Facts: []source.Fact{{Name: s.kind, Value: fmt.Sprint(len(s.ids))}}, Groups: []string{"g", s.kind}}
}

func (s *shelf) List(_ context.Context, q source.Query) (source.Page, error) {
	at := 0
	if q.After != "" {
		if _, err := fmt.Sscan(string(q.After), &at); err != nil {
			return source.Page{}, err
		}
	}
	end := min(at+q.Limit, len(s.ids))
	p := source.Page{Cases: s.cases(s.ids[at:end])}
	if end < len(s.ids) {
		p.Next = source.Cursor(fmt.Sprint(end))
	}
	return p, nil
}

func (s *shelf) Get(_ context.Context, ids []string) ([]model.Case, error) { return s.cases(ids), nil }

func (s *shelf) Resolve(_ context.Context, name string) (string, error) {
	for _, id := range s.ids {
		if id == name || id[1:] == name {
			return id, nil
		}
	}
	return "", fmt.Errorf("%s: %w", name, source.ErrNotFound)
}

func (s *shelf) Refresh(context.Context, watch.Signal) (source.Delta, error) {
	if err := s.fails; err != nil {
		s.fails = nil
		return source.Delta{}, err
	}
	d := source.Delta{Cases: s.cases(s.news)}
	for _, id := range s.news {
		if !slices.Contains(s.ids, id) {
			d.Removed = append(d.Removed, id)
		}
	}
	s.news = nil
	return d, nil
}

func (s *shelf) Targets() []watch.Target { return []watch.Target{{Path: "p"}, {Path: s.kind}} }

func (s *shelf) History(_ context.Context, id string) (source.History, error) {
	if c := s.cases([]string{id}); c != nil {
		return source.History{Case: c[0]}, nil
	}
	return source.History{}, source.ErrNotFound
}

func (s *shelf) Close() error         { s.end = true; return nil }
func (s *shelf) LeftOut() string      { return s.left }
func (s *shelf) Owns(rel string) bool { return rel == s.kind+"'s" }

func (s *shelf) adapter() source.Adapter {
	return source.Adapter{Kind: s.kind, Open: func(_ context.Context, _ string, o source.Options) (source.Source, error) {
		s.owned = o.Owned
		return s, nil
	}}
}

func ids(cases []model.Case) []string {
	var out []string
	for i := range cases {
		out = append(out, cases[i].Task.ID)
	}
	return out
}

func opened(t *testing.T, shelves ...*shelf) (source.Adapter, source.Source) {
	t.Helper()
	var adapters []source.Adapter
	for _, s := range shelves {
		adapters = append(adapters, s.adapter())
	}
	a, src, err := Open(t.Context(), adapters, "p", source.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return a, src
}

func TestPagesAreTheWhole(t *testing.T) {
	t.Parallel()
	for _, n := range [][3]int{{0, 0, 0}, {3, 0, 2}, {0, 4, 0}, {5, 1, 7}} {
		var shelves []*shelf
		var want []string
		for i, kind := range []string{"a", "b", "c"} {
			s := &shelf{kind: kind}
			for k := range n[i] {
				s.ids = append(s.ids, fmt.Sprint(kind, k))
			}
			shelves, want = append(shelves, s), append(want, s.ids...)
		}
		_, src := opened(t, shelves...)
		var got []string
		q := source.Query{Limit: 2}
		for pages := 0; ; pages++ {
			p, err := src.List(t.Context(), q)
			if err != nil || len(p.Cases) > q.Limit || pages > 20 {
				t.Fatalf("page %d of %d: %v", pages, len(p.Cases), err)
			}
			got = append(got, ids(p.Cases)...)
			if q.After = p.Next; q.After == "" {
				break
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%v: %s", n, d)
		}
	}
	_, src := opened(t, &shelf{kind: "a"}, &shelf{kind: "b"})
	if _, err := src.List(t.Context(), source.Query{After: "9:x", Limit: 1}); err == nil {
		t.Error("a cursor of another listing is no error")
	}
}

// What one source has told is not lost when another fails, and what it tells
// again is told once, as it is then.
func TestRefreshLosesNothing(t *testing.T) {
	t.Parallel()
	a, b := &shelf{kind: "a", ids: []string{"a1", "a2", "a3"}}, &shelf{kind: "b", ids: []string{"b1"}}
	_, src := opened(t, a, b)
	broken := errors.New("broken")
	a.news, b.fails = []string{"a1", "a2"}, broken
	if _, err := src.Refresh(t.Context(), watch.Signal{}); !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
	a.ids, a.news, b.news = []string{"a1", "a3"}, []string{"a2", "a3"}, []string{"b1"}
	d, err := src.Refresh(t.Context(), watch.Signal{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a1", "a3", "b1"}, ids(d.Cases)) + cmp.Diff([]string{"a2"}, d.Removed); diff != "" {
		t.Error(diff)
	}
	if d, err = src.Refresh(t.Context(), watch.Signal{}); err != nil || len(d.Cases) > 0 || len(d.Removed) > 0 {
		t.Errorf("told again: %v, %v", d, err)
	}
}

func TestEachHasItsOwn(t *testing.T) {
	t.Parallel()
	a, b := &shelf{kind: "a", ids: []string{"a1", "ax"}}, &shelf{kind: "b", ids: []string{"b1", "x", "b2"}, left: "1 thing"}
	adapter, src := opened(t, a, b)
	if adapter.Kind != "a" || adapter.Other == nil || adapter.Other.Kind != "b" {
		t.Errorf("adapters: %+v", adapter)
	}
	if a.owned != nil || !b.owned("a's") || b.owned("b's") {
		t.Error("who owns a file is not what the first source says")
	}
	for name, want := range map[string]string{"a1": "a1", "b2": "b2", "2": "b2", "x": "x"} {
		if got, err := src.Resolve(t.Context(), name); got != want || err != nil {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"1", "none"} { // "1" is a name of two
		if got, err := src.Resolve(t.Context(), name); !errors.Is(err, source.ErrNotFound) {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	got, err := src.Get(t.Context(), []string{"b1", "none", "a1"})
	if d := cmp.Diff([]string{"a1", "b1"}, ids(got)); d != "" || err != nil {
		t.Errorf("%v, %s", err, d)
	}
	for _, id := range []string{"a1", "b1"} {
		if h, err := src.History(t.Context(), id); err != nil || h.Case.Task.ID != id {
			t.Errorf("history of %s: %v", id, err)
		}
	}
	d := src.Describe()
	if diff := cmp.Diff([]source.Fact{{Name: "a", Value: "2"}, {Name: "b", Value: "3"}}, d.Facts) + cmp.Diff([]string{"a", "b", "g"}, d.Groups); diff != "" {
		t.Error(diff)
	}
	if left := src.(source.Selective).LeftOut(); left != "1 thing" {
		t.Errorf("left out: %q", left)
	}
	if d := cmp.Diff([]watch.Target{{Path: "p"}, {Path: "a"}, {Path: "b"}}, src.Targets()); d != "" {
		t.Error(d)
	}
	if err := src.Close(); err != nil || !a.end || !b.end {
		t.Errorf("closed %v %v, %v", a.end, b.end, err)
	}
}
