package anvil

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

const benchSize = 50 << 20

// bigLog is the log of a very long run.
func bigLog(size int, ansi bool) []byte {
	s := &script{at: began, ansi: ansi}
	s.planned()
	for i := 2; s.b.Len() < size; i++ {
		s.say("I read the next file, and the one after it, to see who calls what.", "func call(x int) { return other(x) }")
		s.tool("✓", fmt.Sprintf("file.read src/module_%d.rs", i)).turn(i)
	}
	return []byte(s.retire(pathA, pathC).block("ANVIL_PLAN_UPDATE", checked(pathB)).hatch().end("partial", 3, 2).String())
}

func bigSession(size int) []byte {
	var b strings.Builder
	text := strings.Repeat("It reads a file and says \"so\".\n", 100)
	for b.Len() < size {
		b.WriteString(said("Assistant", text) + "," + said("Tool", text) + ",")
	}
	return []byte(session("s", "Done", b.String()+said("Assistant", "Nothing is left.")))
}

// BenchmarkFirstVerdict opens and reads a session of 50 MB.
func BenchmarkFirstVerdict(b *testing.B) {
	for _, c := range []struct {
		name, file string
		content    func() []byte
	}{
		{"log", "B7.log", func() []byte { return bigLog(benchSize, false) }},
		{"coloured log", "B7.log", func() []byte { return bigLog(benchSize, true) }},
		{"session file", ".anvil/sessions/s.json", func() []byte { return bigSession(benchSize) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			w := newBench(b)
			b.SetBytes(w.bytes(c.file, c.content()))
			runtime.GC()
			for b.Loop() {
				s, err := Open(b.Context(), w.dir, source.Options{Now: time.Now})
				if err != nil {
					b.Fatal(err)
				}
				if p, err := s.List(b.Context(), source.Query{Limit: 1}); err != nil || len(p.Cases) != 1 {
					b.Fatal(err)
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapInuse)/(1<<20), "heap-MB")
				_ = s.Close()
			}
		})
	}
}

// BenchmarkPlain is what the others are measured against: the lines of the same
// log alone, and encoding/json alone over the same session file.
func BenchmarkPlain(b *testing.B) {
	b.Run("lines", func(b *testing.B) {
		content := bigLog(benchSize, false)
		b.SetBytes(int64(len(content)))
		for b.Loop() {
			n := 0
			for range bytes.SplitSeq(content, []byte{'\n'}) {
				n++
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		content := bigSession(benchSize)
		b.SetBytes(int64(len(content)))
		for b.Loop() {
			var v struct {
				Messages []struct{ Role, Content string }
			}
			if err := json.Unmarshal(content, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkAppend judges a long log again after a few lines more.
func BenchmarkAppend(b *testing.B) {
	w := newBench(b)
	w.file("B7.log", string(bigLog(benchSize, false)))
	w.open("")
	w.one()
	f, err := os.OpenFile(filepath.Join(w.dir, "B7.log"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for b.Loop() {
		if _, err := f.WriteString("One more line.\n"); err != nil {
			b.Fatal(err)
		}
		if d, err := w.Refresh(b.Context(), watch.Signal{}); err != nil || len(d.Cases) != 1 {
			b.Fatal(err, len(d.Cases))
		}
	}
}

// BenchmarkManyRuns starts over 5,000 files of runs in 500 folders.
func BenchmarkManyRuns(b *testing.B) {
	w := newBench(b)
	w.manyRuns()
	for b.Loop() {
		s, err := Open(b.Context(), w.dir, source.Options{Now: time.Now})
		if err != nil {
			b.Fatal(err)
		}
		if p, err := s.List(b.Context(), source.Query{Limit: 5000}); err != nil || len(p.Cases) != 2500 {
			b.Fatal(err, len(p.Cases))
		}
		_ = s.Close()
	}
}

// BenchmarkRefreshOfMany looks at 5,000 files of which one has grown.
func BenchmarkRefreshOfMany(b *testing.B) {
	w := newBench(b)
	w.manyRuns()
	w.open("")
	if p, err := w.List(b.Context(), source.Query{Limit: 5000}); err != nil || len(p.Cases) != 2500 {
		b.Fatal(err, len(p.Cases))
	}
	f, err := os.OpenFile(filepath.Join(w.dir, "r7/c1/B7.log"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	for b.Loop() {
		if _, err := f.WriteString("One more line.\n"); err != nil {
			b.Fatal(err)
		}
		if d, err := w.Refresh(b.Context(), watch.Signal{}); err != nil || len(d.Cases) != 1 {
			b.Fatal(err, len(d.Cases))
		}
	}
}

// manyRuns writes 5,000 files of runs in 2,500 of 500 folders.
func (b *bench) manyRuns() {
	s := newScript()
	healthy(s)
	for i := range 500 {
		for j := range 5 {
			dir := fmt.Sprintf("r%d/c%d/", i, j)
			b.file(dir+"B7.log", s.String())
			b.file(dir+"B7_result.json", result(0, 0))
		}
	}
}

// bytes writes a file and returns its size.
func (b *bench) bytes(rel string, content []byte) int64 {
	b.t.Helper()
	b.file(rel, string(content))
	return int64(len(content))
}
