package board

import "context"

// send has the indexer make a change. It waits while enough changes wait
// already, so that no source is read faster than its tasks are indexed. It is
// false when the board does not run, or ctx ends first.
func (b *Board) send(ctx context.Context, c change) bool {
	if b.indexer.scan != nil {
		b.indexer.make(c) // a scan is one goroutine
		return true
	}
	if !b.running.Load() {
		return false
	}
	select {
	case b.changes <- c:
		return true
	case <-b.stopped:
	case <-ctx.Done():
	}
	return false
}

// ask has the indexer answer a question, after all changes that the caller has
// sent. It is false when there is no answer, as from a board that does not run.
func ask[T any](ctx context.Context, b *Board, question func(*indexer) T) (answer T, ok bool) {
	answers := make(chan T, 1)
	if !b.send(ctx, func(ix *indexer) { answers <- question(ix) }) {
		return answer, false
	}
	select {
	case answer = <-answers:
		return answer, true
	case <-b.stopped:
	case <-ctx.Done():
	}
	return answer, false
}
