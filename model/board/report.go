package board

import (
	"context"
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

// report shows how the source fares.
func (f *feed) report(err error) {
	now := f.b.o.Now()
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
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
	if now := b.status[i]; now.How != old.How || now.Loading != old.Loading || now.Listed != old.Listed {
		b.tell()
	}
}
