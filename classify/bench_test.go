package classify

import (
	"testing"

	"notdone/model"
)

// BenchmarkJudgeDone judges the case that queues hold most of: recorded done,
// one completed run, a few sentences of result.
func BenchmarkJudgeDone(b *testing.B) {
	c := done(reported + " The old ones are kept in deploy/certs/old for a week. Next renewal is due in 90 days.")
	j := New(DefaultConfig())
	b.ReportAllocs()
	for b.Loop() {
		if v := j.Judge(&c, model.StateDone, now); v.State != model.StateDone {
			b.Fatal(v.State)
		}
	}
}

// BenchmarkJudgeQueued judges a waiting task, whose text nobody has to read.
func BenchmarkJudgeQueued(b *testing.B) {
	c := done(reported)
	j := New(DefaultConfig())
	b.ReportAllocs()
	for b.Loop() {
		j.Judge(&c, model.StateQueued, now)
	}
}
