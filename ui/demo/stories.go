package demo

import (
	"context"
	"time"
)

// overBudget makes a task that exhausts its budget twice and has failed then.
func (w *world) overBudget() *task {
	e := ending{how: "retry", word: "budget", short: budgetError}
	t := w.make(budget[w.rng.IntN(len(budget))], e, e)
	t.most = 2
	return t
}

// lostCause makes a task that crashes three times.
func (w *world) lostCause() *task {
	e := ending{how: "retry", word: "crashed", short: crashError}
	t := w.make(hopeless[w.rng.IntN(len(hopeless))], e, e, e)
	t.most = 3
	return t
}

// shakyTask makes a task that crashes once.
func (w *world) shakyTask(i int) *task {
	from := shaky[i%len(shaky)]
	t := w.make(from, ending{how: "retry", word: "crashed", short: crashError}, ending{how: "finish", said: from.said})
	t.most = 3
	return t
}

// silentFrom is how many times the briefing says something before it falls silent.
const silentFrom = 9

// pastBriefing writes the mornings before: nine with something to say, then three without.
func (w *world) pastBriefing(ctx context.Context) error {
	var script []ending
	for range silentFrom {
		script = append(script, ending{how: "finish", said: w.filler().fill(briefing.said)})
	}
	t := w.make(briefing, append(script, ending{how: "finish"})...)
	t.priority, t.story = 9, true
	w.briefing = t
	const mornings = silentFrom + 3
	if err := w.asked(ctx, t, (mornings+1)*day); err != nil {
		return err
	}
	for i := range mornings {
		ago := time.Duration(mornings-i)*day - 18*hour
		if i > 0 {
			if err := w.back(ctx, t, ago+2*time.Minute, nil); err != nil {
				return err
			}
		}
		if err := w.tried(ctx, t, ago); err != nil {
			return err
		}
	}
	return nil
}

// newInvoices makes the wish that meets the same obstacle whenever it is asked for.
func (w *world) newInvoices() *task {
	t := w.make(invoices, ending{how: "finish", said: invoicesSaid, idle: true})
	t.story = true
	return t
}

// pastInvoices writes four days on which the same wish met the same obstacle.
func (w *world) pastInvoices(ctx context.Context) error {
	for i := range 4 {
		w.invoices = w.newInvoices()
		if err := w.ended(ctx, w.invoices, time.Duration(4-i)*day-21*hour, 1); err != nil {
			return err
		}
	}
	return nil
}

// newPrices makes the wish that is blocked again after each answer.
func (w *world) newPrices() *task {
	t := w.make(prices, ending{how: "block", word: "missing-input", said: pricesSaid, short: pricesQuote, idle: true})
	t.priority, t.story = 5, true
	return t
}

// pastPrices writes three rounds of blocked and answered, and a fourth block.
func (w *world) pastPrices(ctx context.Context) error {
	w.prices = w.newPrices()
	if err := w.ended(ctx, w.prices, 17*hour, 1); err != nil {
		return err
	}
	for i := range 3 {
		ago := time.Duration(12-5*i) * hour
		if err := w.back(ctx, w.prices, ago, pricesReply[i]); err != nil {
			return err
		}
		if err := w.tried(ctx, w.prices, ago-20*time.Minute); err != nil {
			return err
		}
	}
	return nil
}

// pastWaiting writes what waits: for its turn, for a day, for another task.
func (w *world) pastWaiting(ctx context.Context) error {
	for range 5 {
		if err := w.asked(ctx, w.honestTask(), w.between(time.Minute, 9*time.Minute)); err != nil {
			return err
		}
	}
	for i := range weekly {
		t := w.make(weekly[i])
		if err := w.asked(ctx, t, 5*day); err != nil {
			return err
		}
		if _, err := w.client.exec(ctx, `UPDATE tasks SET state = 'scheduled', run_at = ?2, updated_at = created_at + 1 WHERE id = ?1`,
			t.id, millis(time.Now().Add(time.Duration(2+5*i)*day))); err != nil {
			return err
		}
	}
	// An announcement waits for a page that needs the retention job, which is blocked.
	return w.chain(ctx, 40*time.Minute)
}

// chain writes a task that waits for a task that waits for a blocked one.
func (w *world) chain(ctx context.Context, ago time.Duration) error {
	c := &causes[3]
	first := w.inTheWay(c, c.wishes[1])
	second := w.make(wish{"docs", "Explain the retention of archived orders", "Once the job runs.", "Wrote the page and linked it from the handbook."})
	third := w.make(wish{"docs", "Announce the new retention page", "Two sentences, with a link.", "Announced it in the weekly mail."})
	// A link counts as a change of its tasks, so it comes before them.
	for _, link := range [][2]string{{first.id, second.id}, {second.id, third.id}} {
		if _, err := w.client.call(ctx, "depend", link[0], link[1]); err != nil {
			return err
		}
	}
	if err := w.ended(ctx, first, ago, 1); err != nil {
		return err
	}
	for _, t := range []*task{second, third} {
		if err := w.asked(ctx, t, ago-2*time.Minute); err != nil {
			return err
		}
	}
	return nil
}

// stranger is another host, on which workers fall silent.
const stranger = "render-02"

// newFrozen makes a task of a worker that is going to fall silent.
func (w *world) newFrozen() *task {
	t := w.make(frozen[w.rng.IntN(len(frozen))], ending{how: "fail", word: "crashed", short: crashError})
	t.most, t.priority, t.story = 1, 99, true
	return t
}

// pastFrozen writes a worker that gave its last sign of life long ago and whose
// lease ran out since.
func (w *world) pastFrozen(ctx context.Context) error {
	t := w.newFrozen()
	if err := w.asked(ctx, t, 2*hour); err != nil {
		return err
	}
	began, last := millis(time.Now().Add(-95*time.Minute)), millis(time.Now().Add(-81*time.Minute))
	name := "haiku@" + stranger
	if _, err := w.client.exec(ctx, `INSERT INTO runs (task_id, attempt, worker, host, pid, started_at) VALUES (?, 1, ?, ?, 4242, ?)`,
		t.id, name, stranger, began); err != nil {
		return err
	}
	_, err := w.client.exec(ctx, `UPDATE tasks SET state = 'active', attempts = 1, claimed_by = ?2, claimed_at = ?3, heartbeat_at = ?4,
		lease_expires_at = ?4 + 600000, changed_by = ?2, updated_at = ?3 WHERE id = ?1`, t.id, name, began, last)
	return err
}
