package board

import (
	"context"
	"sync"
	"time"

	"notdone/model"
)

// remembering is the rows that memory has not been told of yet. Any goroutine
// may use it.
type remembering struct {
	mu   sync.Mutex
	rows map[model.Ref]*model.Row
	some chan struct{}
}

func newRemembering() *remembering {
	return &remembering{rows: map[model.Ref]*model.Row{}, some: make(chan struct{}, 1)}
}

func (m *remembering) add(r *model.Row) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rows[r.Ref()] = r
	notify(m.some)
}

func (m *remembering) take() []*model.Row {
	m.mu.Lock()
	defer m.mu.Unlock()
	rows := make([]*model.Row, 0, min(len(m.rows), page))
	for ref, r := range m.rows {
		if len(rows) == page {
			break
		}
		delete(m.rows, ref)
		rows = append(rows, r)
	}
	return rows
}

// rememberPause gathers rows, so that memory is written seldom.
const rememberPause = 100 * time.Millisecond

// remember tells memory of rows and learns from it since when they have been
// judged so. What is lost when ctx ends is told again the next time.
func (b *Board) remember(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.rows.some:
		}
		if !sleep(ctx, rememberPause) {
			return
		}
		for {
			rows := b.rows.take()
			if len(rows) == 0 || ctx.Err() != nil {
				break
			}
			b.learn(rows, b.o.Memory.Upsert(ctx, rows, b.o.Now()))
		}
	}
}

// learn shows since when rows have been judged so, where they still are.
func (b *Board) learn(rows []*model.Row, first []time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, r := range rows {
		old, held := b.x.refs.Get(r)
		if !held || first[i].IsZero() || !sameVerdict(old, r) || old.FirstJudged.Equal(first[i]) {
			continue
		}
		base := *b.x.cross.base(old)
		base.FirstJudged = first[i]
		b.x.show(b.x.parts[r.Queue], old, b.x.cross.dress(&base))
	}
	b.moved()
}
