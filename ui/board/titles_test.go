package board

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"notdone/source"
)

// titler is a source that finds tasks by their titles, two at a time.
type titler struct{ *fake }

func (f titler) Titled(_ context.Context, text string, after source.Cursor) (ids []string, next source.Cursor, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := f.called("Titled", text, after); err != nil {
		return nil, "", err
	}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(f.cases))) {
		c := f.cases[id]
		if after != "" && id >= string(after) || !strings.Contains(strings.ToLower(c.Task.Title), text) {
			continue
		}
		if ids = append(ids, id); len(ids) == 2 {
			return ids, source.Cursor(id), nil
		}
	}
	return ids, "", nil
}

func (f titler) List(ctx context.Context, q source.Query) (source.Page, error) {
	time.Sleep(20 * time.Millisecond)
	return f.fake.List(ctx, q)
}

// TestTitlesFirst: a search finds the tasks with its longest word in their titles before it lists
// any, those with it elsewhere after that, and no less where the source cannot tell of titles.
func TestTitlesFirst(t *testing.T) {
	for _, fails := range []error{nil, errors.New("too long a text")} {
		t.Run(fmt.Sprint(fails), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				src := titler{newFake("/q")}
				src.perPage = 5
				for i := range 60 {
					title := "chore"
					if i%20 == 19 {
						title = "Rewrite the Ledger"
					}
					src.set(titled(fmt.Sprintf("t%02d", i), title, i))
				}
				other := titled("t44", "chore", 44)
				other.Task.Worker = "ledger-mender"
				src.set(other)
				b := follow(t, Options{Keep: 10, KeepRows: 5}, Feed{Adapter: fakeAdapter, Source: src})
				b.settle(second)
				src.fail("Titled", fails)
				before, pages := src.count("List"), -1
				s := b.Search(t.Context(), parse("ledger t"))
				for snap := s.Next(); snap.Searching(); snap = s.Next() {
					if got := matches(snap); pages < 0 && got == "t19 t39 t59" {
						pages = src.count("List") - before
					}
				}
				if got := matches(s.Snapshot()); got != "t19 t39 t44 t59" {
					t.Errorf("it finds %s", got)
				}
				if fails == nil && (pages < 0 || pages > 3) {
					t.Errorf("what its titles tell was found after %d pages", pages)
				}
				if src.count("Titled") == 0 {
					t.Error("the source was not asked")
				}
			})
		})
	}
}

// TestTitlesBesideTheFirstListing: a search does not wait for the titles until all tasks are listed.
func TestTitlesBesideTheFirstListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := titler{newFake("/q")}
		src.perPage = 5
		for i := range 200 {
			src.set(titled(fmt.Sprintf("t%03d", i), "chore", i))
		}
		src.set(titled("t190", "Rewrite the Ledger", 190))
		b := follow(t, Options{Keep: 10, KeepRows: 5}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(100 * time.Millisecond)
		s := b.Search(t.Context(), parse("ledger"))
		b.settle(100 * time.Millisecond)
		if now := s.Snapshot(); matches(now) != "t190" || !now.Searching() || !now.Loading() {
			t.Errorf("it finds %q, searching: %v, loading: %v", matches(now), now.Searching(), now.Loading())
		}
	})
}

// TestASearchBesideTheFirstListing: while a source is listed for the first time, no task that it has
// not told of is searched.
func TestASearchBesideTheFirstListing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		src := newFake("/q")
		src.perPage = 5
		for i := range 200 {
			src.set(titled(fmt.Sprintf("t%03d", i), "chore", i))
		}
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: src})
		b.settle(time.Millisecond)
		s := b.Search(t.Context(), parse("ledger"))
		b.settle(time.Millisecond)
		if now := s.Snapshot(); !now.Searching() || !now.Loading() {
			t.Errorf("searching: %v, loading: %v", now.Searching(), now.Loading())
		}
		b.settle(time.Minute)
		if now := s.Snapshot(); now.Searching() || now.Loading() {
			t.Errorf("searching: %v, loading: %v, when all were listed", now.Searching(), now.Loading())
		}
	})
}
