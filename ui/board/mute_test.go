package board

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"notdone/model"
	"notdone/source"
)

// muteSource is a source whose file system hangs until the test ends.
type muteSource struct {
	*fake
	hangs chan struct{}
}

func (s *muteSource) Resolve(context.Context, string) (string, error) {
	<-s.hangs
	return "", source.ErrNotFound
}

func TestAHangingQueueIsLateAndHoldsUpNoOther(t *testing.T) {
	for _, where := range []string{"when it is opened", "in its first listing"} {
		t.Run(where, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				good, bad, hangs := newFake("/good"), newFake("/bad"), make(chan struct{})
				good.set(model.Case{Task: model.Task{ID: "a", Recorded: "blocked"}})
				bad.set(model.Case{Task: model.Task{ID: "b", Recorded: "blocked"}})
				bad.paged = func(int) { <-hangs }
				feed := Feed{Adapter: fakeAdapter, Source: bad}
				if where == "when it is opened" {
					feed = Feed{Path: "/bad", Open: func(context.Context) (source.Adapter, source.Source, error) {
						<-hangs
						return source.Adapter{}, nil, errors.New("gone")
					}}
				}
				b := follow(t, Options{}, feed, Feed{Adapter: fakeAdapter, Source: good})
				t.Cleanup(func() { close(hangs) })
				time.Sleep(loadingAfter + time.Second)
				synctest.Wait()
				s := b.Snapshot()
				if st := s.Sources[0]; !errors.Is(st.Err, errSlow) {
					t.Errorf("the queue that hangs: %v", st.Err)
				}
				if s.Sources[1].Late() || s.Counts[model.StateBlocked] != 1 {
					t.Errorf("the other one: late %v, %d blocked", s.Sources[1].Late(), s.Counts[model.StateBlocked])
				}
			})
		})
	}
}

func TestNamesAreLookedForBesideAHangingQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		good, bad := newFake("/good"), &muteSource{fake: newFake("/bad"), hangs: make(chan struct{})}
		good.set(model.Case{Task: model.Task{ID: "a", Recorded: "blocked"}})
		b := follow(t, Options{}, Feed{Adapter: fakeAdapter, Source: bad}, Feed{Adapter: fakeAdapter, Source: good})
		t.Cleanup(func() { close(bad.hangs) })
		synctest.Wait()
		if ref, ok := b.Resolve(t.Context(), "a"); !ok || ref.Queue != "/good" {
			t.Errorf("resolved to %v, %v", ref, ok)
		}
		rows, err := b.Find(t.Context(), "a")
		if err != nil || len(rows) != 1 || rows[0].Queue != "/good" {
			t.Errorf("found %v, %v", rows, err)
		}
		began := time.Now()
		if _, ok := b.Resolve(t.Context(), "a"); !ok || !time.Now().Equal(began) {
			t.Error("a queue that is known to hang is waited for")
		}
	})
}
