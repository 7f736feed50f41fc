package board

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/source"
	"notdone/source/journal"
)

// Journal does what was planned and keeps it, as a *journal.Journal does.
type Journal interface {
	// Do does the plan on the actor and returns the record that was kept. The
	// error is as that of source.Actor's Apply, or says that nothing can be kept,
	// in which case nothing was done.
	Do(ctx context.Context, a source.Actor, p source.Plan, title, undoes string) (source.Record, error)
	// Settle finds out what became of actions on the queue that were interrupted,
	// and returns them.
	Settle(ctx context.Context, a source.Actor, queue string) ([]journal.Entry, error)
}

// Do does what was planned and returns the record that the journal keeps. The
// error is a *source.Changed when the plan no longer fits, and wraps
// source.ErrInDoubt when it is not known what became of it. While it waits for
// the journal or for the queue's owner the queue is read as ever; the end of ctx
// ends the waiting. Whatever comes of it the board reads the task again at once.
func (b *Board) Do(ctx context.Context, j Journal, p Planned) (done source.Record, err error) {
	if why := cmp.Or(p.Refused, p.Missing); why != "" {
		return source.Record{}, fmt.Errorf("refused: %s", why)
	}
	f := b.feedOf(p.Task.Queue)
	if f == nil {
		return source.Record{}, fmt.Errorf("%s: %w", p.Task.ID, source.ErrNotFound)
	}
	a, err := f.actor(ctx)
	if err != nil {
		return source.Record{}, err
	}
	defer f.readAgain(p.Task.ID)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: it failed inside notdone: %v", source.ErrInDoubt, p)
		}
	}()
	return j.Do(ctx, a, p.Plan, p.Title, p.undoes)
}

// ConcernsAll reports whether an error of Do would meet every further task too, or leaves in
// doubt whether the task was changed: an action on several tasks ends there.
func ConcernsAll(err error) bool {
	return slices.ContainsFunc([]error{
		journal.ErrLocked, journal.ErrUnwritable, journal.ErrReadOnly, source.ErrBusy, source.ErrInDoubt, context.Canceled,
	}, func(of error) bool { return errors.Is(err, of) })
}

// Settle finds out what became of actions on the board's queues that were
// interrupted, and returns them. It is to be called when the queues have been
// opened; queues that could not be opened yet are left out.
func (b *Board) Settle(ctx context.Context, j Journal) ([]journal.Entry, error) {
	var all []journal.Entry
	var errs []error
	for _, f := range b.feeds {
		var found []journal.Entry
		a, err := f.actor(ctx)
		if err == nil {
			found, err = j.Settle(ctx, a, f.queue)
			all = append(all, found...)
		}
		if err != nil && !errors.Is(err, errNotOpen) && !errors.Is(err, source.ErrUnsupported) {
			errs = append(errs, fmt.Errorf("%s: %w", f.queue, err))
		}
	}
	return all, errors.Join(errs...)
}

// readAgain has a task read again, and what else has changed.
func (f *feed) readAgain(id string) {
	f.acted.Store(true)
	f.requests.addTasks(id)
}

const (
	// ownerPatience is how long an action waits for the owner of the queue to end
	// a transaction, in tries of ownerTry between which the queue can be read.
	ownerPatience = 5 * time.Second
	ownerTry      = 200 * time.Millisecond
	ownerPause    = 20 * time.Millisecond
)

// turnTaker is the actor that a journal works with. A journal may wait long for
// its file, so the source is in use only during each call, not between the
// calls.
type turnTaker struct {
	source.Actor
	feed *feed
	is   source.Description
}

// actor returns what acts on the feed's queue; source.ErrUnsupported when its source
// cannot act.
func (f *feed) actor(ctx context.Context) (source.Actor, error) {
	return read(ctx, f, func(src source.Source) (source.Actor, error) {
		is := src.Describe()
		if actor, ok := src.(source.Actor); ok {
			return &turnTaker{Actor: actor, feed: f, is: is}, nil
		}
		return nil, fmt.Errorf("%s: %w", is.Kind, source.ErrUnsupported)
	})
}

// Describe says what was open when the action began.
func (t *turnTaker) Describe() source.Description { return t.is }

// Current reads the rows of images when it is its turn.
func (t *turnTaker) Current(ctx context.Context, images []source.Image) ([]source.Image, error) {
	return read(ctx, t.feed, func(source.Source) ([]source.Image, error) { return t.Actor.Current(ctx, images) })
}

// Apply does the plan when it is its turn, and tries again while the owner is in
// a transaction.
func (t *turnTaker) Apply(ctx context.Context, p source.Plan, intent func([]source.Image) error) error {
	p.Wait = ownerTry
	for deadline := time.Now().Add(ownerPatience); ; {
		begun := false
		err := t.feed.withSource(ctx, func(source.Source) error {
			return t.Actor.Apply(ctx, p, func(rows []source.Image) error {
				begun = true
				return intent(rows)
			})
		})
		if begun || !errors.Is(err, source.ErrBusy) || !time.Now().Before(deadline) || !sleep(ctx, ownerPause) {
			return err
		}
	}
}
