package board

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/watch"
)

// herd is a source of many tasks that are made up as they are read: 1 % run,
// 4 % are blocked, 5 % wait, the rest is done.
type herd struct {
	*fake
	n       int
	changes []model.Case
}

func (h *herd) make(i int) model.Case {
	c := model.Case{Task: model.Task{
		Queue: h.queue, ID: fmt.Sprintf("t_%08x", i), Title: fmt.Sprintf("bring the report number %d up to date", i),
		Wish: fmt.Sprintf("bring the report %d up to date", i/3), Updated: epoch.Add(-time.Duration(i) * time.Second),
	}}
	switch p := i * 100 / h.n; {
	case p < 1:
		c.Task.Recorded = "active"
	case p < 5:
		c.Task.Recorded = "blocked"
		c.Facts.ObstacleText = fmt.Sprintf("access:vault %d", i%50)
	case p < 10:
		c.Task.Recorded = "queued"
	default:
		c.Task.Recorded = "done"
		c.Task.Finished = c.Task.Updated
	}
	return c
}

func (h *herd) List(_ context.Context, q source.Query) (source.Page, error) {
	begin := 0
	if q.After != "" {
		if _, err := fmt.Sscan(string(q.After), &begin); err != nil {
			return source.Page{}, err
		}
	}
	end := min(begin+q.Limit, h.n)
	p := source.Page{Cases: make([]model.Case, 0, end-begin)}
	for i := begin; i < end; i++ {
		p.Cases = append(p.Cases, h.make(i))
	}
	if end < h.n {
		p.Next = source.Cursor(fmt.Sprint(end))
	}
	return p, nil
}

func (h *herd) Refresh(context.Context, watch.Signal) (source.Delta, error) {
	d := source.Delta{Cases: h.changes}
	h.changes = nil
	return d, nil
}

// herdJudge costs nothing, so that what is measured is the board.
type herdJudge struct{}

func (herdJudge) JudgeExcept(c *model.Case, recorded model.State, _ time.Time, _ func(*model.Finding) string) model.Verdict {
	v := model.Verdict{State: recorded}
	if c.Facts.ObstacleText != "" {
		v.Obstacle = &model.Obstacle{Key: c.Facts.ObstacleText, Text: "no access to the vault"}
	}
	return v
}

func newHerd(n int) (*Board, *herd) {
	h := &herd{fake: newFake("/q"), n: n}
	b := New(Options{Now: time.Now}, Feed{Adapter: fakeAdapter, Source: h})
	b.newJudge = func(source.Adapter) judge { return herdJudge{} }
	b.feeds[0].makeJudges()
	b.newWatch = func([]watch.Target, watch.Options) (watcher, error) {
		return fakeWatch{set: func([]watch.Target) {}, c: h.signals}, nil
	}
	return b, h
}

func run(b *testing.B, board *Board) (stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- board.Run(ctx) }()
	return func() {
		cancel()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}
}

// load runs the board until everything is loaded.
func load(b *testing.B, board *Board) {
	b.Helper()
	updates, cancel := board.Subscribe()
	defer cancel()
	stop := run(b, board)
	for board.Snapshot().Loading() {
		<-updates
	}
	stop()
}

func BenchmarkLoadMillion(b *testing.B) {
	for b.Loop() {
		board, _ := newHerd(1_000_000)
		begin := time.Now()
		updates, cancel := board.Subscribe()
		stop := run(b, board)
		first := time.Duration(0)
		for board.Snapshot().Loading() {
			<-updates
			if first == 0 && board.Snapshot().Rows(model.PaneActive).Len() > 0 {
				first = time.Since(begin)
			}
		}
		b.ReportMetric(float64(first.Microseconds())/1000, "ms-to-first")
		b.ReportMetric(time.Since(begin).Seconds(), "s-to-all")
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapAlloc)/1e6, "MB-held")
		stop()
		cancel()
	}
}

// BenchmarkOneLoop loads tasks that all ask for the same and all fail the same.
func BenchmarkOneLoop(b *testing.B) {
	for b.Loop() {
		board := New(Options{Now: time.Now}, Feed{Path: "/q"})
		for i := range 20_000 {
			r := &model.Row{Task: model.Task{Queue: "/q", ID: fmt.Sprint(i), Wish: "report"}}
			r.State, r.Obstacle = model.StateBlocked, &model.Obstacle{Key: "access:vault"}
			board.indexer.x.putRow(r, epoch)
			if i%256 == 0 {
				board.indexer.publish()
			}
		}
	}
}

func BenchmarkChange(b *testing.B) {
	board, h := newHerd(100_000)
	load(b, board)
	f, i := board.feeds[0], 0
	for b.Loop() {
		c := h.make(i * 7919 % 100_000)
		c.Task.Attempts = i
		board.indexer.putRows(b.Context(), f.judgeCases(b.Context(), []model.Case{c}))
		i++
	}
}

func BenchmarkPublish(b *testing.B) {
	board, h := newHerd(100_000)
	load(b, board)
	f, i := board.feeds[0], 0
	for b.Loop() {
		c := h.make(i * 7919 % 5_000)
		c.Task.Attempts = i
		board.indexer.putRows(b.Context(), f.judgeCases(b.Context(), []model.Case{c}))
		board.indexer.publish()
		i++
	}
}

// BenchmarkSearch begins searches over a million tasks: before a search looks at keys, and each
// time that it looks at some, it delays others.
func BenchmarkSearch(b *testing.B) {
	board, _ := newHerd(1_000_000)
	load(b, board)
	ix, longest, begin := board.indexer, time.Duration(0), time.Duration(0)
	for b.Loop() {
		s := newSearch(b.Context(), board, parse("zzyzx"))
		last := time.Now()
		took := func() time.Duration {
			now := time.Now()
			defer func() { last = now }()
			return now.Sub(last)
		}
		ix.begin(s)
		begin += took()
		for more := true; more; longest = max(longest, took()) {
			more = ix.look(s)
		}
		ix.x.searches = nil
	}
	b.ReportMetric(float64(ix.x.keys.Len()), "keys")
	b.ReportMetric(float64(begin.Microseconds())/1000/float64(b.N), "ms-begin")
	b.ReportMetric(float64(longest.Microseconds())/1000, "ms-longest")
}

func BenchmarkWindow(b *testing.B) {
	board, _ := newHerd(1_000_000)
	load(b, board)
	s := board.Snapshot()
	middle, _ := s.Rows(model.PaneBlocked).At(s.Rows(model.PaneBlocked).Len() / 2)
	for b.Loop() {
		for at, end := s.Rows(model.PaneBlocked).Index(middle), 50; end > 0; end-- {
			s.Rows(model.PaneBlocked).At(at + end)
		}
	}
}

// BenchmarkManyLoud lists 500,000 tasks that ask for an operator: wishes and obstacles of
// which some come again.
func BenchmarkManyLoud(b *testing.B) {
	const tasks = 500_000
	for b.Loop() {
		board := New(Options{Now: time.Now}, Feed{Path: "/q"})
		before := heap()
		for i := range tasks {
			r := loopRow(fmt.Sprintf("t_%08x", i*2654435761), fmt.Sprint("wish ", i%400_000), fmt.Sprint("access:vault ", i%3000),
				epoch.Add(time.Duration(i)*time.Second), nil)
			r.Title, r.Obstacle.Text = "Deploy the preview of the shop", "I have no access to the vault."
			board.indexer.x.putRow(r, epoch)
			if i%1000 == 0 {
				board.indexer.publish()
			}
		}
		board.indexer.publish()
		b.ReportMetric(float64(heap()-before)/tasks, "B/task")
		runtime.KeepAlive(board)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/tasks, "µs/task")
}

// heap returns how many bytes are in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
