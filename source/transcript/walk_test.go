package transcript

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestDetectAdapter(t *testing.T) {
	b := newBench(t)
	b.file("logs/a/b/run.jsonl", asked, time.Hour)
	b.file("documents/a.json", "{\n}\n", 0)
	b.file("documents/readme.md", "hello\n", 0)
	b.file("empty/x.log", "", 0)
	b.file("x.db", "text", 0)
	b.file("y.md", "text\n", 0)
	b.file("z.bin", "\x00\x01\x02\x03"+strings.Repeat("\x00", 500), 0)
	b.file("new.jsonl", "", 0)
	b.file("passwd", "root:x:0:0:root:/root:/bin/sh\n", 0)
	b.file("rows", asked+said, 0)
	b.file("plain.TXT", "started\n", 0)
	b.file("worker.log.2", "started\n", 0)
	b.file("notes.2026", "started\n", 0)
	for path, want := range map[string]bool{
		"logs": true, "logs/a": true, "documents": false, "empty": false, "x.db": false, "y.md": false, "z.bin": false,
		"new.jsonl": true, "logs/a/b/run.jsonl": true,
		"passwd": false, "rows": true, "plain.TXT": true, "worker.log.2": true, "notes.2026": false,
	} {
		if got := b.detect(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

// many fills a folder with logs: so many in so many subfolders.
func many(b *bench, files, folders int) {
	for i := range files {
		b.file(fmt.Sprintf("f%d/run-%d.jsonl", i%folders, i), asked+strings.Repeat(calls, 20)+said+success, time.Hour)
	}
}

func BenchmarkOpen5000(b *testing.B) {
	x := newBench(b)
	many(x, 5000, 500)
	for b.Loop() {
		x.open(nil)
		if n := len(x.list()); n != 5000 {
			b.Fatal(n)
		}
	}
}

func BenchmarkQuietRefresh5000(b *testing.B) {
	x := newBench(b)
	many(x, 5000, 500)
	x.open(nil)
	x.list()
	for b.Loop() {
		x.refresh()
	}
}

func BenchmarkAppend(b *testing.B) {
	x := newBench(b)
	x.file("a.jsonl", strings.Repeat(asked+said, 50_000), 0)
	x.open(nil)
	x.list()
	f, err := os.OpenFile(x.dir+"/a.jsonl", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = f.Close() })
	for b.Loop() {
		if _, err := f.WriteString(said); err != nil {
			b.Fatal(err)
		}
		if cases, _ := x.refresh(); len(cases) != 1 {
			b.Fatal(len(cases))
		}
	}
}
