package board

import (
	"context"
	"errors"
	"time"

	"notdone/source"
)

// trouble is what of the source cannot be read although the rest can.
func (f *feed) trouble(ctx context.Context) (trouble error) {
	err := f.with(ctx, func(src source.Source) error {
		if p, ok := src.(source.Partial); ok {
			trouble = p.Trouble()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return trouble
}

// tellLeftOut shows what of the source is not shown.
func (f *feed) tellLeftOut(ctx context.Context) {
	left := ""
	err := f.with(ctx, func(src source.Source) error {
		if s, ok := src.(source.Selective); ok {
			left = s.LeftOut()
		}
		return nil
	})
	if err == nil {
		f.b.setStatus(f.index, func(s *Status) { s.LeftOut = left })
	}
}

// lateAfter is how long reading may take before what is shown is called late.
const lateAfter = 2 * time.Second

// errSlow is the state of a feed whose source is taking long to answer.
var errSlow = errors.New("it cannot be read just now, still trying")

// watchRound marks the source as late when the round that begins now takes long:
// its file may hang, or an action may be using it. Until the first listing has
// ended, that it is being read is shown instead. The caller stops the timer.
func (f *feed) watchRound() *time.Timer {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	f.reading = true
	began := f.b.o.Now()
	return time.AfterFunc(lateAfter, func() {
		f.b.mu.Lock()
		defer f.b.mu.Unlock()
		if s := &f.b.status[f.index]; f.reading && !s.Loading && s.Err == nil {
			s.Err, s.Since = errSlow, began
			f.b.tell()
		}
	})
}

// report shows how the source fares at the end of a round.
func (f *feed) report(err error) {
	now := f.b.o.Now()
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	f.reading = false
	s := &f.b.status[f.index]
	switch {
	case err == nil && s.Err == nil:
	case err == nil:
		s.Err, s.Since = nil, time.Time{}
		f.b.tell()
	case s.Err == nil:
		s.Err, s.Since = err, now
		f.b.tell()
	case s.Err.Error() != err.Error():
		s.Err = err
		f.b.tell()
	}
	if err == nil {
		s.Read = now
	}
}

// tell has the statuses published; mu is held.
func (b *Board) tell() {
	b.told = false
	notify(b.changed)
}

// setStatus changes the status of a feed and has it published if it differs.
func (b *Board) setStatus(i int, change func(*Status)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	old := b.status[i]
	change(&b.status[i])
	if now := b.status[i]; now.How != old.How || now.Loading != old.Loading || now.Listed != old.Listed || now.LeftOut != old.LeftOut {
		b.tell()
	}
}
