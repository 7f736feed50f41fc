package watch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// BenchmarkLatency measures from a write in another process, 500 a second, to
// the signal after it, and what this process spends on it. Each signal answers
// for all lines written since the one before.
func BenchmarkLatency(b *testing.B) {
	for name, o := range map[string]Options{
		"notify": {},
		"poll":   {ForcePoll: true},
	} {
		for every, rate := range map[string]string{"2ms": "500", "250ms": "4"} {
			for kind, target := range map[string]Target{
				"database": {Path: "q.db", Database: true},
				"folder":   {Path: "."},
			} {
				b.Run(kind+"/"+name+"/"+rate+"-per-s", func(b *testing.B) { latency(b, o, target, every) })
			}
		}
	}
}

func latency(b *testing.B, o Options, target Target, every string) {
	b.Helper()
	top := b.TempDir()
	path := filepath.Join(top, "q.db-wal")
	target.Path = filepath.Join(top, target.Path)
	do := startWriter(b)
	w := start(b, o, target)
	do("every", path, every)
	<-w.C()
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	var took []time.Duration
	fi, err := f.Stat()
	if err != nil {
		b.Fatal(err)
	}
	offset := fi.Size() // a write is one whole line
	text := make([]byte, 64<<10)
	cpu, began := cpuTime(), time.Now()
	b.ResetTimer()
	for len(took) < b.N {
		<-w.C()
		now := time.Now()
		n, _ := f.ReadAt(text, offset)
		end := strings.LastIndexByte(string(text[:n]), '\n') + 1
		for line := range strings.Lines(string(text[:end])) {
			at, err := time.Parse(time.RFC3339Nano, strings.TrimSpace(line))
			if err != nil {
				b.Fatal(err)
			}
			took = append(took, now.Sub(at))
		}
		offset += int64(end)
	}
	b.StopTimer()
	slices.Sort(took)
	at := func(q float64) float64 { return took[int(q*float64(len(took)-1))].Seconds() * 1e3 }
	b.ReportMetric(at(0.50), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(100*(cpuTime()-cpu).Seconds()/time.Since(began).Seconds(), "%core")
}

func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkIdle looks once at everything a watched tree of 1,000 folders has.
func BenchmarkIdle(b *testing.B) {
	top := b.TempDir()
	for i := range 1000 {
		if err := os.Mkdir(filepath.Join(top, string(rune('a'+i%26))+strings.Repeat("x", i/26)), 0o700); err != nil {
			b.Fatal(err)
		}
	}
	l := newLoop(Options{}.withDefaults(), newOutbox())
	defer l.stop()
	l.set([]Target{{Path: top, Recursive: true}})
	for b.Loop() {
		l.checkAll()
	}
}
