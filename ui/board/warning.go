package board

import (
	"context"
	"fmt"
	"slices"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
	"notdone/source"
)

const (
	maxEnds    = 50 // ends of attempts that are compared with the obstacle of now
	wishPages  = 10 // pages that are looked through for tasks of the same wish
	leastTimes = 2  // meetings from which an operator is warned
)

// sendsBack reports whether an action puts a task to work again.
func sendsBack(a model.ActionName) bool {
	switch a {
	case model.ActionUnblock, model.ActionRequeue, model.ActionResume, model.ActionRevive, model.ActionRunNow,
		model.ActionRetry:
		return true
	default:
		return false
	}
}

// warning says that a plan sends a task back into an obstacle that it, or
// another task of the same wish, has met before, and that nothing was done about
// it since: no answer, no comment of a person, no edit.
func (b *Board) warning(ctx context.Context, f *feed, src source.Source, c *model.Case, r *model.Row, p *Planned) (string, error) {
	if p.Refused != "" || r.Obstacle == nil || p.Request.Answer != "" || !sendsBack(p.Action) {
		return "", nil
	}
	times, last := meetings(c, r.Obstacle)
	if last.IsZero() || changedSince(c, last) {
		return "", nil
	}
	others, err := b.others(ctx, f, src, r)
	if err != nil {
		return "", err
	}
	if times += others; times < leastTimes {
		return "", nil
	}
	return fmt.Sprintf("same obstacle %d times, nothing changed since", times), nil
}

// meetings counts how often a task ended at an obstacle, at least once, and says
// when it did last; zero when that is not known. The same end may be told by a
// run and by an event.
func meetings(c *model.Case, o *model.Obstacle) (times int, last time.Time) {
	runs, events := 0, 0
	meet := func(count *int, at time.Time) {
		*count++
		last = later(last, at)
	}
	for _, r := range c.Runs[max(len(c.Runs)-maxEnds, 0):] {
		if !r.Open() && (isObstacle(r.Output, o) || isObstacle(r.Error, o)) {
			meet(&runs, r.Ended)
		}
	}
	for _, e := range slices.Backward(c.Events) {
		if events < maxEnds && endsAttempt(e.Kind) && isObstacle(e.Note, o) {
			meet(&events, e.At)
		}
	}
	if last = later(last, c.Facts.BlockedAt); last.IsZero() {
		last = c.Task.Finished
	}
	return max(runs, events, 1), last
}

func endsAttempt(k model.EventKind) bool {
	switch k {
	case model.EventBlocked, model.EventBlockLoop, model.EventFinished, model.EventFailed, model.EventGaveUp:
		return true
	default:
		return false
	}
}

// isObstacle reports whether a text states the obstacle: the whole of it, or the
// sentence that carries it.
func isObstacle(said string, o *model.Obstacle) bool {
	if cycle.Blank(said) {
		return false
	}
	if classify.NewObstacle(said, "").Key == o.Key {
		return true
	}
	quote := text.Read(said).Quote
	return quote != "" && classify.NewObstacle(quote, "").Key == o.Key
}

// changedSince reports whether somebody did something about the task after a
// moment. What its own agent notes is nothing that was done about it.
func changedSince(c *model.Case, at time.Time) bool {
	own := []string{c.Task.Worker, c.Task.Agent, c.Task.Profile}
	return slices.ContainsFunc(c.Events, func(e model.Event) bool {
		done := e.Kind == model.EventEdited ||
			e.Kind == model.EventCommented && (e.Actor == "" || !slices.Contains(own, e.Actor))
		return done && e.At.After(at)
	})
}

// others counts the other tasks of the same wish that met the obstacle. A board
// that runs knows them; for any other the first tasks of the source, those that
// matter most, are looked through.
func (b *Board) others(ctx context.Context, f *feed, src source.Source, r *model.Row) (n int, err error) {
	if r.Wish == "" {
		return 0, nil
	}
	if n, ok := ask(ctx, b, func(ix *indexer) int { return ix.x.othersAt(r) }); ok {
		return n, nil
	}
	q := source.Query{Limit: page}
	for range wishPages {
		got, err := src.List(ctx, q)
		if err != nil {
			return 0, err
		}
		for i := range got.Cases {
			c := &got.Cases[i]
			if cycle.WishOf(c) != r.Wish || c.Task.ID == r.ID {
				continue
			}
			if other := f.judgeCase(c, b.o.Now()); other.Obstacle != nil && cycle.Common(other.Obstacle.Key) == cycle.Common(r.Obstacle.Key) {
				n++
			}
		}
		if q.After = got.Next; q.After == "" {
			break
		}
	}
	return n, nil
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
