package board

import (
	"context"
	"time"

	"notdone/model"
)

// recordPause gathers rows, so that memory is written seldom.
const recordPause = 100 * time.Millisecond

// takeUnrecorded takes out rows that memory was not told of yet, at most a page.
func (x *index) takeUnrecorded() []*model.Row {
	rows := make([]*model.Row, 0, min(len(x.unrecorded), page))
	for ref, r := range x.unrecorded {
		if len(rows) == page {
			break
		}
		delete(x.unrecorded, ref)
		rows = append(rows, r)
	}
	return rows
}

// recordRows tells memory of rows and learns from it since when they have been
// judged so. What is lost when ctx ends is recorded the next time.
func (b *Board) recordRows(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.rowsToKeep:
		}
		if !sleep(ctx, recordPause) {
			return
		}
		for {
			rows, _ := ask(ctx, b, func(ix *indexer) []*model.Row { return ix.x.takeUnrecorded() })
			if len(rows) == 0 {
				break
			}
			first := b.o.Memory.Upsert(ctx, rows, b.o.Now())
			b.send(ctx, func(ix *indexer) { ix.x.setFirstJudged(rows, first) })
		}
	}
}

// setFirstJudged shows since when rows have been judged so, where they still are.
func (x *index) setFirstJudged(rows []*model.Row, first []time.Time) {
	for i, r := range rows {
		old := x.held(r.Ref())
		if old == nil || first[i].IsZero() || !sameVerdict(old, r) || old.FirstJudged.Equal(first[i]) {
			continue
		}
		alone := *x.shared.judgedAlone(old)
		alone.FirstJudged = first[i]
		x.show(old, x.shared.addTo(&alone))
	}
}
