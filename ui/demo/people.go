package demo

import (
	"context"
	"os"
	"strconv"
	"time"
)

// add asks for a task, now or at a given moment.
func (w *world) add(ctx context.Context, t *task, runAt any) error {
	_, err := w.client.call(ctx, "add", t.id, t.title, t.body, t.priority, runAt, t.most, nil, "mira")
	w.tasks[t.id] = t
	return err
}

// next counts what is told apart by a number.
func (w *world) next(what string) string {
	w.serial[what]++
	return strconv.Itoa(w.serial[what])
}

// in returns the ids of the tasks in a state, the oldest change first, without
// those that have a story of their own.
func (w *world) in(ctx context.Context, state string) ([]string, error) {
	all, err := w.client.ids(ctx, `SELECT id FROM tasks WHERE state = ? ORDER BY updated_at, id`, state)
	var ids []string
	for _, id := range all {
		if t := w.tasks[id]; t == nil || !t.story {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// plan asks for something new, when there is not too much to do already.
func (w *world) plan(ctx context.Context) error {
	w.at(w.between(5*time.Second, 9*time.Second), w.plan)
	waiting, err := w.in(ctx, "queued")
	if err != nil || len(waiting) >= 9 {
		return err
	}
	switch n := w.rng.IntN(100); {
	case n < 70:
		return w.add(ctx, w.honestTask(), nil)
	case n < 82:
		c := &causes[w.rng.IntN(len(causes))]
		return w.add(ctx, w.inTheWay(c, c.wishes[w.rng.IntN(len(c.wishes))]), nil)
	case n < 88:
		return w.add(ctx, w.shakyTask(w.rng.IntN(len(shaky))), nil)
	case n < 92:
		return w.add(ctx, w.overBudget(), nil)
	case n < 94:
		return w.add(ctx, w.lostCause(), nil)
	default:
		later := time.Now().Add(w.real(w.between(30*time.Second, 2*time.Minute)))
		return w.add(ctx, w.make(weekly[w.rng.IntN(len(weekly))]), millis(later))
	}
}

// How much of what went wrong the operator leaves lying.
const (
	keepBlocked = 11
	keepWrong   = 8
	roundsMost  = 12 // of a story that goes in circles, until it is begun anew
)

// answer is what the operator does now and then.
func (w *world) answer(ctx context.Context) error {
	w.at(w.between(10*time.Second, 16*time.Second), w.answer)
	if err := w.answerPrices(ctx); err != nil {
		return err
	}
	if err := w.askInvoicesAgain(ctx); err != nil {
		return err
	}
	blocked, err := w.in(ctx, "blocked")
	if err != nil {
		return err
	}
	if len(blocked) > keepBlocked {
		reply := "Go on, please."
		if t := w.tasks[blocked[0]]; t != nil && t.answer != "" {
			reply = t.answer
		}
		if _, err := w.client.call(ctx, "unblock", blocked[0], "mira", reply, nil); err != nil {
			return err
		}
	}
	done, err := w.in(ctx, "done")
	if err != nil {
		return err
	}
	var wrong []string
	for _, id := range done {
		if t := w.tasks[id]; t != nil && t.wrong {
			wrong = append(wrong, id)
		}
	}
	if len(wrong) > keepWrong {
		_, err = w.client.call(ctx, "requeue", wrong[0], "mira", "the cause is gone")
	}
	return err
}

// answerPrices answers the task that blocks again after each answer.
func (w *world) answerPrices(ctx context.Context) error {
	n := w.prices.attempts
	if n < roundsMost {
		_, err := w.client.call(ctx, "unblock", w.prices.id, "mira", pricesReply[n%len(pricesReply)], nil)
		return err
	}
	if _, err := w.client.call(ctx, "cancel", w.prices.id, "mira", "asked the partner in person"); err != nil {
		return err
	}
	w.prices.story = false
	w.prices = w.newPrices()
	return w.add(ctx, w.prices, nil)
}

// askInvoicesAgain asks for the same thing again, which meets the same obstacle.
func (w *world) askInvoicesAgain(ctx context.Context) error {
	if w.rng.IntN(4) > 0 {
		return nil
	}
	if w.invoices.attempts < roundsMost {
		_, err := w.client.call(ctx, "requeue", w.invoices.id, "mira", nil)
		return err
	}
	w.invoices.story = false
	w.invoices = w.newInvoices()
	return w.add(ctx, w.invoices, nil)
}

// spoken is how often the briefing is silent before it has something to say again.
const spoken = 12

// brief runs the recurring task once more.
func (w *world) brief(ctx context.Context) error {
	const name = "cron@larch"
	t := w.briefing
	if _, err := w.client.call(ctx, "requeue", t.id, "cron", nil); err != nil {
		return err
	}
	if _, err := w.client.call(ctx, "claim", name, w.held(), w.host, os.Getpid(), nil); err != nil {
		return err
	}
	if t.attempts >= len(t.script)+spoken {
		t.attempts = len(t.script) - 4 // it speaks a few times, and falls silent again
	}
	e := t.next()
	w.at(4*time.Second, func(ctx context.Context) error {
		w.at(w.between(35*time.Second, 50*time.Second), w.brief)
		return w.report(ctx, t, name, e, w.spend(e))
	})
	return nil
}
