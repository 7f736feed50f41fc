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
// that runs knows them; for any other, which serves one command, the first tasks of
// the source, those that matter most, are looked through once.
func (b *Board) others(ctx context.Context, f *feed, src source.Source, r *model.Row) (int, error) {
	if r.Wish == "" {
		return 0, nil
	}
	if n, ok := ask(ctx, b, func(ix *indexer) int { return ix.x.othersAt(r) }); ok {
		return n, nil
	}
	met, err := f.wishes.met(ctx, f, src, r.Wish)
	if err != nil {
		return 0, err
	}
	n, key := 0, cycle.Common(r.Obstacle.Key)
	for id, other := range met {
		if id != r.ID && other == key {
			n++
		}
	}
	return n, nil
}

// wishes are what the first tasks of a source wished for, and what those of a wish met that was
// asked for: an action on many tasks asks for the same ones again and again.
type wishes struct {
	ids   map[string][]string          // of the tasks, by their wishes; nil: not read yet
	known map[string]map[string]string // by wishes: the obstacles' common keys, by ids
}

// met returns the obstacles of the tasks of a wish, as their common keys, by the tasks' ids.
func (w *wishes) met(ctx context.Context, f *feed, src source.Source, wish string) (map[string]string, error) {
	if w.ids == nil {
		ids, err := wishesOf(ctx, src)
		if err != nil {
			return nil, err
		}
		w.ids, w.known = ids, map[string]map[string]string{}
	}
	if met, known := w.known[wish]; known {
		return met, nil
	}
	met := map[string]string{}
	for ids := range slices.Chunk(w.ids[wish], getAtOnce) {
		cases, err := src.Get(ctx, ids)
		if err != nil {
			return nil, err
		}
		for i := range cases {
			if r := f.judgeCase(ctx, &cases[i], f.b.o.Now()); r.Obstacle != nil {
				met[r.ID] = cycle.Common(r.Obstacle.Key)
			}
		}
	}
	w.known[wish] = met
	return met, nil
}

// wishesOf returns the ids of the first tasks of a source, by their wishes.
func wishesOf(ctx context.Context, src source.Source) (map[string][]string, error) {
	all := map[string][]string{}
	q := source.Query{Limit: page}
	for range wishPages {
		got, err := src.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for i := range got.Cases {
			c := &got.Cases[i]
			wish := cycle.WishOf(c)
			all[wish] = append(all[wish], c.Task.ID)
		}
		if q.After = got.Next; q.After == "" {
			break
		}
	}
	return all, nil
}
