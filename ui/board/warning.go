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
	met := meetings(c, func(said string, _ *model.Run) bool { return isObstacle(said, r.Obstacle) })
	times, last := max(len(met), 1), lastMeeting(c, met)
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
	quote := text.Read(said).Point
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
