package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/watch"
)

// crowd fills a folder with sessions as an agent keeps them.
func (b *bench) crowd(folders, files int) {
	b.t.Helper()
	for i := range folders {
		for j := range files {
			id := fmt.Sprintf("0b3dc1de-0000-4aaa-8aaa-%06d%06d", i, j)
			b.file(fmt.Sprintf("project-%d/%s.jsonl", i, id), edits(id, b.now.Add(-time.Hour)).String(), time.Hour)
		}
	}
}

func TestManyFolders(t *testing.T) {
	folders, files := 500, 10
	if testing.Short() {
		folders = 50
	}
	b := newBench(t)
	b.crowd(folders, files)
	b.openAs(KindClaude, ".", time.Time{})
	ids := map[string]bool{}
	q := source.Query{Limit: 500}
	for {
		p, err := b.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range p.Cases {
			ids[c.Task.ID] = true
		}
		if q.After = p.Next; p.Next == "" {
			break
		}
	}
	if len(ids) != folders*files {
		t.Fatalf("%d of %d runs", len(ids), folders*files)
	}
	if cases, removed := b.refresh(); len(cases)+len(removed) != 0 {
		t.Errorf("unchanged, and %d reported, %d removed", len(cases), len(removed))
	}
	for i := range 20 { // a folder and its first file come at once
		id := fmt.Sprintf("0b3dc1de-1111-4aaa-8aaa-%012d", i)
		b.file(fmt.Sprintf("new-%d/%s.jsonl", i, id), edits(id, b.now).String(), 0)
		if cases, _ := b.refresh(); len(cases) != 1 || cases[0].Task.ID != id {
			t.Fatalf("in a new folder: %v", b.rows(cases))
		}
	}
}

func TestNothingPilesUp(t *testing.T) {
	appends, rotations := 2_000, 100
	if testing.Short() {
		appends, rotations = 200, 10
	}
	b := newBench(t)
	b.file("a/run.jsonl", asked, 0)
	b.open(nil)
	b.list()
	path := filepath.Join(b.dir, "a/run.jsonl")
	open := func() int {
		list, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			return 0
		}
		return len(list)
	}
	files, routines := open(), runtime.NumGoroutine()
	for i := range appends {
		if i%(appends/rotations) == 0 {
			if err := os.Rename(path, path+".1"); err != nil {
				t.Fatal(err)
			}
		}
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(f, `{"role":"assistant","content":"Step %d is done."}`+"\n", i); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if cases, _ := b.refresh(); len(cases) != 1 || cases[0].Result != fmt.Sprintf("Step %d is done.", i) {
			t.Fatalf("step %d: %v", i, b.rows(cases))
		}
	}
	if now := open(); now > files {
		t.Errorf("%d descriptors, %d before", now, files)
	}
	if now := runtime.NumGoroutine(); now > routines {
		t.Errorf("%d goroutines, %d before", now, routines)
	}
	if len(b.Files) != 1 || len(b.toAttach) != 0 {
		t.Errorf("%d files, %d new", len(b.Files), len(b.toAttach))
	}
}

// BenchmarkStart opens 5,000 sessions in 500 folders and lists them all.
func BenchmarkStart(b *testing.B) {
	bench := newBench(b)
	bench.crowd(500, 10)
	for b.Loop() {
		bench.openAs(KindClaude, ".", time.Time{})
		q := source.Query{Limit: 500}
		for {
			p, err := bench.List(b.Context(), q)
			if err != nil {
				b.Fatal(err)
			}
			if q.After = p.Next; p.Next == "" {
				break
			}
		}
	}
}

// BenchmarkUnchanged looks at 5,000 sessions in 500 folders again.
func BenchmarkUnchanged(b *testing.B) {
	bench := newBench(b)
	bench.crowd(500, 10)
	bench.openAs(KindClaude, ".", time.Time{})
	bench.list()
	for b.Loop() {
		if _, err := bench.Refresh(b.Context(), watch.Signal{}); err != nil {
			b.Fatal(err)
		}
	}
}
