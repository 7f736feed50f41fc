package board

import "notdone/model"

// past is where a task stood that is at work again, or waits for it, after attempts at it
// ended there more than once.
type past struct {
	*Key            // as it was
	row  *model.Row // as it was; nil: not known
	runs uint16     // attempts since
	busy bool       // it is worked on
}

func comparePasts(a, b *past) int { return compareRefs(a.Key, b.Key) }

// pasts are the tasks at work again, and what attempts at them cost that ended where one had
// ended before.
type pasts struct {
	all *tree[*past]
	sum amount
}

func newPasts() pasts { return pasts{all: newTree(comparePasts)} }

func (p *pasts) get(k *Key) *past {
	was, _ := p.all.Get(&past{Key: k})
	return was
}

// set replaces where a task stood; nil: it is not at work again.
func (p *pasts) set(k *Key, now *past) {
	if p.all.Len() > 0 {
		if was := p.get(k); was != nil {
			p.count(was, -1)
			p.all.Delete(was)
		}
	}
	if now != nil {
		p.count(now, 1)
		p.all.Set(now)
	}
}

func (p *pasts) count(of *past, by int) {
	if of.againUSD() > 0 {
		p.sum.nanoUSD += int64(by) * of.againUSD()
		p.sum.known += by
	}
}

// follow notes where a task stood whose key was the old one and is now k, with its row where
// that is known. A queued task whose last attempt ended otherwise has got past it.
func (p *pasts) follow(old, k *Key, was, alone *model.Row) {
	if k.state.Pane() != model.PaneActive {
		p.set(k, nil)
		return
	}
	before := p.get(k)
	if old != nil && old.state.Pane() != model.PaneActive {
		if before = nil; old.cause != Loose && old.met() > 1 {
			before = &past{Key: old, row: was}
		}
	}
	stood := (*model.Verdict)(nil)
	if alone != nil {
		stood = alone.Spending.Stood
	}
	switch {
	case before == nil && stood == nil:
		p.set(k, nil)
		return
	case before == nil:
		row := *alone
		row.Verdict, row.Spending.Stood = *stood, nil
		before = &past{Key: newKey(k.queue, &row, &row), row: &row}
	case alone != nil && stood == nil && k.state != model.StateActive && k.attempts > before.attempts:
		p.set(k, nil)
		return
	}
	next := *before
	next.runs, next.busy = k.attempts-min(before.attempts, k.attempts), k.state == model.StateActive
	p.set(k, &next)
}
