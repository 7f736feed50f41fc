package transcript

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source/runlog"
	"notdone/source/watch"
)

// one returns the only row of a refresh.
func (b *bench) one(cases []model.Case, removed []string) row {
	b.t.Helper()
	if len(cases) != 1 || len(removed) != 0 {
		b.t.Fatalf("%d changed, removed %v", len(cases), removed)
	}
	return rowOf(&cases[0], b.now)
}

func TestLive(t *testing.T) {
	const changed = "I changed the login page and all 14 tests pass."
	b := newBench(t)
	b.open(nil)
	if cases := b.list(); len(cases) != 0 {
		t.Fatalf("an empty folder lists %v", cases)
	}
	steps := []struct {
		name, script string
		want         row
	}{
		{"begins", `printf '%s\n' '` + strings.TrimSpace(asked) + `' > a.jsonl`, row{"", "", model.StateActive}},
		{"speaks", `printf '%s\n' '` + strings.TrimSpace(said) + `' >> a.jsonl`, row{"", changed, model.StateActive}},
		{"half a record", `printf '%s' '{"type":"result","subty' >> a.jsonl`, row{"", changed, model.StateActive}},
		{"the other half", `printf '%s\n' 'pe":"success"}' >> a.jsonl`, row{"success", changed, model.StateDone}},
		{"goes on", `printf '%s\n' '` + strings.TrimSpace(refused) + `' >> a.jsonl`, row{"", "I need permission to write to src/login.go. Please grant access.", model.StateActive}},
		{"ends", `printf '%s\n' '` + strings.TrimSpace(success) + `' >> a.jsonl`, row{"success", "I need permission to write to src/login.go. Please grant access.", model.StateFalseDone}},
		{"truncated", `printf '%s\n' '` + strings.TrimSpace(said) + `' > a.jsonl`, row{"", changed, model.StateActive}},
		{"rotated", `mv a.jsonl a.jsonl.1; printf '%s\n' '` + strings.TrimSpace(blocked) + `' > a.jsonl`, row{"blocked", "no key for the staging vault", model.StateBlocked}},
	}
	for _, s := range steps {
		b.sh(s.script)
		b.now = time.Now()
		got := b.one(b.refresh())
		if diff := cmp.Diff(s.want, got); diff != "" {
			t.Errorf("%s: %s", s.name, diff)
		}
		if cases, removed := b.refresh(); len(cases)+len(removed) != 0 {
			t.Errorf("%s: reported again: %v %v", s.name, b.rows(cases), removed)
		}
	}
	b.sh("mkdir -p new/folder; printf 'Something happened.\\n' > new/folder/b.log")
	if got := b.one(b.refresh()); got.Result != "Something happened." {
		t.Errorf("in a new folder: %+v", got)
	}
	b.sh("rm -r new a.jsonl")
	if cases, removed := b.refresh(); len(cases) != 0 || len(removed) != 2 {
		t.Errorf("removed %v, changed %v", removed, b.rows(cases))
	}
}

func TestAppendedByAnotherProcess(t *testing.T) {
	b := newBench(t)
	b.file("a.log", "One paragraph here.\n", time.Hour)
	b.open(nil)
	b.list()
	for i := range 20 {
		b.sh("printf '\\nparagraph " + strings.Repeat("x", i+1) + "' >> a.log")
		b.now = time.Now()
		if got, want := b.one(b.refresh()).Result, "paragraph "+strings.Repeat("x", i+1); !strings.HasSuffix(got, want) {
			t.Fatalf("%q, want the end %q", got, want)
		}
	}
}

func TestFallsSilent(t *testing.T) {
	b := newBench(t)
	b.file("a.jsonl", asked+refused, time.Second)
	b.open(nil)
	c := b.list()[0]
	if got := rowOf(&c, b.now); got.State != model.StateActive || !c.Facts.OpenRun || !c.Runs[0].Open() {
		t.Fatalf("%+v", got)
	}
	until := checkOpen(inputOf(&c, b.now))[0].Until
	if cases, _ := b.refresh(); len(cases) != 0 {
		t.Error("reported although nothing changed")
	}
	b.now = until
	got := b.one(b.refresh())
	if got.Recorded != ended || got.State != model.StateFalseDone {
		t.Errorf("after %v: %+v", runlog.Quiet, got)
	}
	again, err := b.Get(t.Context(), []string{"a.jsonl", "none"})
	if err != nil || len(again) != 1 || again[0].Runs[0].Open() || again[0].Facts.OpenRun {
		t.Errorf("got %+v %v", again, err)
	}
}

func TestReplacedBySymlinkAndFIFO(t *testing.T) {
	b := newBench(t)
	b.file("a.log", "Something happened.\n", time.Hour)
	b.file("b.log", "Something else happened.\n", time.Hour)
	b.open(nil)
	b.list()
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("a secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.sh("rm a.log b.log; ln -s '" + secret + "' a.log; mkfifo b.log")
	cases, removed := b.refresh()
	if len(cases) != 0 || len(removed) != 2 {
		t.Errorf("changed %v, removed %v", b.rows(cases), removed)
	}
	if cases, err := b.Get(t.Context(), []string{"a.log", "b.log"}); err != nil || len(cases) != 0 {
		t.Errorf("got %v %v", cases, err)
	}
}

func TestHugeLine(t *testing.T) {
	b := newBench(t)
	b.open(nil)
	b.sh(`{ printf '{"type":"assistant","text":"begin '; head -c 30000000 /dev/zero | tr '\0' x; printf ' end"}\n'; } > a.jsonl`)
	b.sh(`printf '%s\n' '` + strings.TrimSpace(said) + `' >> a.jsonl`)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	got := b.one(b.refresh())
	runtime.GC()
	runtime.ReadMemStats(&after)
	if !strings.HasPrefix(got.Result, "I changed") {
		t.Errorf("%.100q", got.Result)
	}
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 8<<20 {
		t.Errorf("%d bytes are kept of a line of 30 MB", grown)
	}
}

func TestFolderGoneAndBack(t *testing.T) {
	b := newBench(t)
	b.dir = filepath.Join(b.dir, "logs")
	b.file("a.log", "Something happened.\n", time.Hour)
	b.open(nil)
	b.list()
	if err := os.Rename(b.dir, b.dir+".away"); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Refresh(t.Context(), watch.Signal{}); err == nil || strings.Contains(err.Error(), "\n") {
		t.Errorf("error: %v", err)
	}
	if err := os.Rename(b.dir+".away", b.dir); err != nil {
		t.Fatal(err)
	}
	if cases, removed := b.refresh(); len(cases)+len(removed) != 0 {
		t.Errorf("changed %v, removed %v", b.rows(cases), removed)
	}
}

func TestRewrittenInPlace(t *testing.T) {
	b := newBench(t)
	b.file("a.log", "First text here.\n", time.Hour)
	b.open(nil)
	b.list()
	b.sh("printf 'Other text here.\\n' | dd of=a.log conv=notrunc 2>/dev/null")
	b.now = time.Now()
	if got := b.one(b.refresh()); got.Result != "Other text here." {
		t.Errorf("%+v", got)
	}
}
