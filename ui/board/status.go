package board

import (
	"context"
	"errors"
	"fmt"
	"time"

	"notdone/model"
	"notdone/source"
)

// Status is how one source fares.
type Status struct {
	Kind    string    // of the source; empty while it could not be opened
	Name    string    // short, and of no other source of the board
	Queue   string    // the path as given
	Err     error     // why the source is stale; nil while it is fresh
	Since   time.Time // when Err began; zero while it is fresh
	Loading bool      // its first listing is still going on
	Listed  int       // tasks listed so far
	Total   int       // tasks that there were when the listing began; 0: not known
	LeftOut string    // what of the source is not shown, in words; empty: nothing
	// Unable is why nothing can be done to any task of the source, such as "anvil can only be
	// read: its runs are files that nobody reads again"; empty: its tasks say what can be done.
	Unable string
	Counts [model.NumStates]int
}

// Late reports whether the source shows something older than it is.
func (s *Status) Late() bool { return s.Err != nil }

// same reports whether two statuses say the same.
func (s Status) same(o Status) bool {
	if fmt.Sprint(s.Err) != fmt.Sprint(o.Err) {
		return false
	}
	s.Err, o.Err = nil, nil
	return s == o
}

// setStatus has the indexer change the status of the feed.
func (f *feed) setStatus(ctx context.Context, set func(*Status)) {
	f.b.send(ctx, func(ix *indexer) {
		s := &ix.status[f.index]
		old := *s
		set(s)
		if s.Kind != old.Kind {
			ix.nameSources()
		}
		ix.x.changed = ix.x.changed || !s.same(old)
	})
}

// lateAfter is how long reading may take before what is shown is called late, and
// loadingAfter the same for a step of the first listing, during which it shows
// that the source is being read.
const (
	lateAfter    = 2 * time.Second
	loadingAfter = 10 * time.Second
)

// errSlow is the state of a feed whose source is taking long to answer.
var errSlow = errors.New("it cannot be read just now, still trying")

// beginRound marks the source as late when the round that begins now takes long:
// its file may hang, or an action may be using it. While the first listing goes on,
// that it is being read is shown for longer. The function returned ends the round
// and reports how the source fares.
func (f *feed) beginRound(ctx context.Context) (report func(err error)) {
	began, over := f.b.o.Now(), false // over belongs to the indexer
	mark := func(listing bool) func() {
		return func() {
			f.setStatus(ctx, func(s *Status) {
				open := s.Kind != ""
				if !over && s.Err == nil && (s.Loading && open) == listing {
					s.Err, s.Since = errSlow, began
				}
			})
		}
	}
	slow, slower := time.AfterFunc(lateAfter, mark(false)), time.AfterFunc(loadingAfter, mark(true))
	return func(err error) {
		slow.Stop()
		slower.Stop()
		now := f.b.o.Now()
		f.setStatus(ctx, func(s *Status) {
			over = true
			if err == nil {
				s.Since = time.Time{}
			} else if s.Err == nil {
				s.Since = now
			}
			s.Err = err
		})
	}
}

// trouble is what of the source cannot be read although the rest can. What is
// left out of it goes into its status.
func (f *feed) trouble(ctx context.Context) error {
	left := ""
	err := f.withSource(ctx, func(src source.Source) error {
		if s, ok := src.(source.Selective); ok {
			left = s.LeftOut()
		}
		if p, ok := src.(source.Partial); ok {
			return p.Trouble()
		}
		return nil
	})
	f.setStatus(ctx, func(s *Status) { s.LeftOut = left })
	return err
}
