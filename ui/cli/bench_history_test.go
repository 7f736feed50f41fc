package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/adrg/xdg"

	"notdone/classify"
	"notdone/source"
	"notdone/source/hermes"
	"notdone/source/queue"
	"notdone/ui/board"
	"notdone/ui/crowd"
)

// What BenchmarkHistory takes.
var (
	historyTasks  = flag.Int("tasks", 20_000, "how many tasks the queues have")
	historyFolder = flag.String("queues", "", "the folder in which the queues are kept for later runs; empty: they are not")
)

// BenchmarkHistory reads every task of a queue once and says what each costs of the
// processors: listed alone; judged and indexed too, as the dashboard does behind its first
// frame; and by ls --json, with nothing kept of an earlier run.
func BenchmarkHistory(b *testing.B) {
	boundHeap()
	for _, kind := range []struct {
		name    string
		adapter source.Adapter
	}{{"queue", queue.Adapter()}, {"hermes", hermes.Adapter()}} {
		b.Run(kind.name, func(b *testing.B) {
			path := historyOf(b, kind.name)
			for _, way := range []struct {
				name string
				read func(b *testing.B, a source.Adapter, path string)
			}{{"list", listAll}, {"board", runBoard}, {"ls", runLs}} {
				b.Run(way.name, func(b *testing.B) {
					b.ReportAllocs()
					began := usedTime(b)
					for b.Loop() {
						way.read(b, kind.adapter, path)
					}
					b.ReportMetric(float64((usedTime(b)-began).Microseconds())/float64(b.N**historyTasks), "µs-cpu/task")
				})
			}
		})
	}
}

// historyOf returns the path of a queue of a kind.
func historyOf(b *testing.B, kind string) string {
	b.Helper()
	folder := *historyFolder
	if folder == "" {
		folder = b.TempDir()
	}
	path := filepath.Join(folder, fmt.Sprintf("%s-%d.db", kind, *historyTasks))
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := crowd.Write(b.Context(), kind, path, crowd.Usual(*historyTasks, time.Now())); err != nil {
			b.Fatal(err)
		}
	}
	return path
}

// usedTime is the processor time that this process has taken so far.
func usedTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func openHistory(b *testing.B, a *source.Adapter, path string) source.Source {
	b.Helper()
	src, err := a.Open(b.Context(), path, source.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	return src
}

func listAll(b *testing.B, a source.Adapter, path string) {
	b.Helper()
	src, n := openHistory(b, &a, path), 0
	for after, more := source.Cursor(""), true; more; more = after != "" {
		page, err := src.List(b.Context(), source.Query{After: after, Limit: 250})
		if err != nil {
			b.Fatal(err)
		}
		n, after = n+len(page.Cases), page.Next
	}
	if err := src.Close(); n != *historyTasks || err != nil {
		b.Fatal(n, err)
	}
}

func runBoard(b *testing.B, a source.Adapter, path string) {
	b.Helper()
	src, n := openHistory(b, &a, path), 0
	bd := board.New(board.Options{Now: time.Now, Config: classify.DefaultConfig()}, board.Feed{Adapter: a, Source: src})
	updates, unsubscribe := bd.Subscribe()
	defer unsubscribe()
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- bd.Run(ctx) }()
	for bd.Snapshot().Loading() {
		<-updates
	}
	for _, of := range bd.Snapshot().Counts {
		n += of
	}
	cancel()
	if err := errors.Join(<-ended, src.Close()); n != *historyTasks || err != nil {
		b.Fatal(n, err)
	}
}

func runLs(b *testing.B, _ source.Adapter, path string) {
	b.Helper()
	home := b.TempDir()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"} {
		b.Setenv(name, home)
	}
	xdg.Reload()
	root := newRoot()
	root.SetArgs([]string{"ls", "--json", path})
	root.SetOut(io.Discard)
	if err := root.ExecuteContext(b.Context()); err != nil {
		b.Fatal(err)
	}
}
