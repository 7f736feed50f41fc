package libraries

import (
	"context"
	"database/sql"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"

	"notdone/source/pgsource/pgtest"
)

// What BenchmarkRiverInserts takes.
var (
	program    = flag.String("program", "", "the built notdone that is shown beside the library")
	insertJobs = flag.Int("inserts", 200, "how many jobs a round inserts, 50 a second")
	rounds     = flag.Int("rounds", 7, "how many rounds there are without notdone and with it, in turns")
)

// BenchmarkRiverInserts has River's own client insert 50 jobs a second, in turns without
// notdone and with its dashboard over the same queue, and compares the medians of what an
// insert takes: the median of the rounds' ratios, the least and the greatest.
//
//	go build -o /tmp/notdone . && go test -C source/mapped/libraries -run '^$' -benchtime 1x -bench Inserts -program /tmp/notdone
func BenchmarkRiverInserts(b *testing.B) {
	if *program == "" {
		b.Skip("-program names no built notdone")
	}
	b.Run("SQLite", func(b *testing.B) {
		db, path := openLibrary(b)
		p := openPost(b, func() riverdriver.Driver[*sql.Tx] { return riversqlite.New(db) })
		p.compareInserts(b, path)
	})
	b.Run("PostgreSQL", func(b *testing.B) {
		url, _ := pgtest.Database(b)
		pool, err := pgxpool.New(b.Context(), url)
		must(b, err)
		b.Cleanup(pool.Close)
		p := openPost(b, func() riverdriver.Driver[pgx.Tx] { return riverpgxv5.New(pool) })
		p.compareInserts(b, url)
	})
}

func (p *post[Tx]) compareInserts(b *testing.B, name string) {
	b.Helper()
	p.insertMany(b, 1000, 0) // a queue that has something to show
	for range b.N {
		var ratios []float64
		failed := 0
		for range *rounds {
			alone, wrong := p.insertMany(b, *insertJobs, 20*time.Millisecond)
			stop := show(b, name)
			time.Sleep(2 * time.Second) // it has read everything
			beside, alsoWrong := p.insertMany(b, *insertJobs, 20*time.Millisecond)
			stop()
			failed += wrong + alsoWrong
			ratios = append(ratios, float64(median(beside))/float64(median(alone)))
			b.ReportMetric(float64(median(alone).Microseconds())/1000, "ms-insert-alone")
		}
		slices.Sort(ratios)
		b.ReportMetric(median(ratios), "x-insert")
		b.ReportMetric(ratios[0], "x-least")
		b.ReportMetric(ratios[len(ratios)-1], "x-most")
		b.ReportMetric(float64(failed), "errors")
	}
	b.ReportMetric(0, "ns/op")
}

func median[T float64 | time.Duration](all []T) T {
	all = slices.Clone(all)
	slices.Sort(all)
	return all[len(all)/2]
}

// insertMany inserts jobs at a rate, and returns what each took and how many failed.
func (p *post[Tx]) insertMany(b *testing.B, n int, every time.Duration) (took []time.Duration, failed int) {
	b.Helper()
	for range n {
		begin := time.Now()
		if _, err := p.Insert(context.WithoutCancel(b.Context()), letter{"ann"}, &river.InsertOpts{Queue: "no_one_here"}); err != nil {
			b.Log(err)
			failed++
		}
		took = append(took, time.Since(begin))
		time.Sleep(time.Until(begin.Add(every)))
	}
	return took, failed
}

// show starts the dashboard over a queue in a terminal of its own. The caller stops it.
func show(b *testing.B, name string) (stop func()) {
	b.Helper()
	home := b.TempDir()
	cmd := exec.CommandContext(b.Context(), *program, name)
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_CACHE_HOME="+filepath.Join(home, "cache"), "TERM=xterm-256color")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 48, Cols: 160})
	must(b, err)
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(io.Discard, terminal) // it ends with the program
	}()
	return func() {
		_, err := terminal.WriteString("q")
		must(b, err)
		must(b, cmd.Wait())
		<-read
		must(b, terminal.Close())
	}
}
