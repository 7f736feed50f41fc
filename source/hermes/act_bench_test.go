package hermes

import (
	"context"
	"testing"

	"notdone/model"
	"notdone/source"
)

// BenchmarkPlan works out an unblock on a board of 10,000 tasks.
func BenchmarkPlan(b *testing.B) {
	path := fixture(b, tempBoard(b), present, "wal", crowd(10000)...)
	r := actOn(b, path, boardNow, "here", gone.alive)
	id := text(queryAt(b, path, "SELECT id FROM tasks WHERE status = 'blocked' LIMIT 1"))
	b.ReportAllocs()
	for b.Loop() {
		if p := plan(b, r, source.Request{Task: id, Action: model.ActionUnblock, Actor: "alice"}); len(p.Changes) == 0 {
			b.Fatal("nothing is planned")
		}
	}
}

// BenchmarkActAndUndo writes an unblock and takes it back, with everything that
// SQLite makes durable.
func BenchmarkActAndUndo(b *testing.B) {
	for _, journal := range journals {
		b.Run(journal, func(b *testing.B) {
			r := actOn(b, fixture(b, tempBoard(b), present, journal, situations()...), boardNow, "here", gone.alive)
			for b.Loop() {
				undo(b, r, act(b, r, source.Request{Task: "t_input", Action: model.ActionUnblock, Actor: "alice"}))
			}
		})
	}
}

// BenchmarkActions asks what can be done with a listed task.
func BenchmarkActions(b *testing.B) {
	r := actOn(b, fixture(b, tempBoard(b), present, "wal", situations()...), boardNow, "here", gone.alive)
	p, err := r.List(context.Background(), source.Query{Limit: 100})
	must(b, err)
	actions := Adapter().Actions
	b.ReportAllocs()
	for b.Loop() {
		for i := range p.Cases {
			if len(actions(&p.Cases[i], nil)) == 0 {
				b.Fatal("no actions")
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(p.Cases)), "ns/task")
}
