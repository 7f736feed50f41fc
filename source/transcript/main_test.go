package transcript

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/sourcetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// bench is a folder of logs, an open source over it and a clock.
type bench struct {
	t   testing.TB
	dir string
	now time.Time
	*Logs
}

func newBench(t testing.TB) *bench {
	t.Helper()
	return &bench{t: t, dir: t.TempDir(), now: time.Now()}
}

func (b *bench) options() source.Options {
	return source.Options{Now: func() time.Time { return b.now }, Hosts: []string{"here"}}
}

func (b *bench) open(resolve Resolver) {
	b.t.Helper()
	l, err := OpenLogs(b.t.Context(), b.dir, b.options(), resolve)
	if err != nil {
		b.t.Fatal(err)
	}
	b.Logs = l
	b.t.Cleanup(func() { _ = l.Close() })
}

// file writes a file, last changed so long before the clock.
func (b *bench) file(rel, content string, age time.Duration) {
	b.t.Helper()
	path := filepath.Join(b.dir, rel)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		b.t.Fatal(err)
	}
	b.age(rel, age)
}

func (b *bench) age(rel string, age time.Duration) {
	b.t.Helper()
	at := b.now.Add(-age)
	if err := os.Chtimes(filepath.Join(b.dir, rel), at, at); err != nil {
		b.t.Fatal(err)
	}
}

// sh has another process do something in the folder.
func (b *bench) sh(script string) {
	b.t.Helper()
	c := exec.CommandContext(b.t.Context(), "sh", "-ec", script)
	c.Dir = b.dir
	if out, err := c.CombinedOutput(); err != nil {
		b.t.Fatalf("%s: %v: %s", script, err, out)
	}
}

// row is what the tests compare of a task.
type row struct {
	Recorded, Result string
	State            model.State
}

func rowOf(c *model.Case, now time.Time) row {
	v := classify.New(classify.DefaultConfig(), Adapter().Rules...).Judge(c, state(c.Task.Recorded), now)
	return row{c.Task.Recorded, c.Result, v.State}
}

func (b *bench) rows(cases []model.Case) map[string]row {
	rows := map[string]row{}
	for i := range cases {
		rows[cases[i].Task.ID] = rowOf(&cases[i], b.now)
	}
	return rows
}

// list lists everything, in small pages.
func (b *bench) list() []model.Case {
	b.t.Helper()
	return sourcetest.List(b.t, b, 3)
}

// refresh refreshes until nothing is left.
func (b *bench) refresh() (cases []model.Case, removed []string) {
	b.t.Helper()
	return sourcetest.Refresh(b.t, b)
}

// tasks resolves the names it holds to tasks of a queue elsewhere.
type tasks map[string]string

func (t tasks) resolve(_ context.Context, name string) (model.Ref, bool) {
	id, ok := t[name]
	return model.Ref{Queue: "elsewhere", ID: id}, ok
}

// detect probes a path beneath the folder as source/detect does.
func (b *bench) detect(rel string) bool {
	b.t.Helper()
	return b.detectBy(Adapter(), rel)
}

func (b *bench) detectBy(a source.Adapter, rel string) bool {
	b.t.Helper()
	path := filepath.Join(b.dir, rel)
	info, err := os.Stat(path)
	if err != nil {
		b.t.Fatal(err)
	}
	p := &source.Probe{Path: path, Info: info}
	if !info.IsDir() {
		if p.Head, err = os.ReadFile(path); err != nil {
			b.t.Fatal(err)
		}
	}
	ok, err := a.Detect(b.t.Context(), p)
	if err != nil {
		b.t.Fatal(err)
	}
	return ok
}
