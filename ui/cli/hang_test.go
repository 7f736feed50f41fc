package cli

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"notdone/source"
)

func TestTheEndDoesNotWaitForWhatHangs(t *testing.T) {
	for _, test := range []struct {
		name  string
		reads bool
		takes time.Duration // what is waited for, after the end was asked for
		acts  bool
		ended bool
	}{
		{"it ends at once", true, 0, false, true},
		{"it ends soon", true, endTimeout / 2, false, true},
		{"it hangs", true, time.Hour, false, false},
		{"it does more than read", false, time.Hour, false, true},
		{"an action ends late", true, 5 * endTimeout, true, true},
		{"an action hangs", true, time.Hour, true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				cancel()
				if test.acts {
					inProgress.actions.Add(1)
					defer inProgress.actions.Add(-1)
				}
				done := make(chan error, 1)
				go func() {
					time.Sleep(test.takes)
					done <- nil
				}()
				if ended, _ := awaitEnd(ctx, done, endTimeout, func() bool { return test.reads }); ended != test.ended {
					t.Errorf("ended: %v", ended)
				}
				if !test.ended {
					<-done
				}
			})
		})
	}
}

// A screen that is left while a source is busy ends at once, and later only for an action.
func TestAScreenIsLeftAtOnce(t *testing.T) {
	for acts, most := range map[bool]time.Duration{false: 300 * time.Millisecond, true: actionTimeout + time.Second} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if acts {
				inProgress.actions.Add(1)
				defer inProgress.actions.Add(-1)
			}
			began := time.Now()
			ended, _ := awaitEnd(ctx, make(chan error), leaveTimeout, func() bool { return true })
			if took := time.Since(began); ended || took > most || took < leaveTimeout || acts && took < actionTimeout {
				t.Errorf("with an action %v: ended %v after %v", acts, ended, took)
			}
		})
	}
}

func TestAPlaceThatHangsIsLeftToTheBoard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hangs := make(chan struct{})
		p := &place{path: "q.db"}
		opened := 0
		p.startOpening(t.Context(), func(context.Context) (source.Adapter, source.Source, error) {
			if opened++; opened == 1 {
				<-hangs
			}
			return source.Adapter{}, nil, errors.New("opened")
		})
		f := &fleet{}
		if err := f.addFeeds(t.Context(), []*place{p}, tryAgain); err != nil {
			t.Fatal(err)
		}
		if len(f.feeds) != 1 || f.feeds[0].Path != "q.db" || f.feeds[0].Open == nil {
			t.Fatalf("feeds: %+v", f.feeds)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, _, err := f.feeds[0].Open(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("while it hangs: %v", err)
		}
		close(hangs)
		for range 2 { // what was begun, and once more
			if _, _, err := f.feeds[0].Open(t.Context()); err == nil || err.Error() != "opened" {
				t.Errorf("afterwards: %v", err)
			}
		}
		if opened != 2 {
			t.Errorf("opened %d times", opened)
		}
	})
}
