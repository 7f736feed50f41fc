package live

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/ui/crowd"
)

// long lets the tests that try random histories go on for many minutes.
var long = flag.Bool("long", false, "soak: try random histories and faults for many minutes")

// What the benchmarks of large queues take: go test ./ui/live -bench Large -tasks 1000000.
var (
	largeTasks  = flag.Int("tasks", 20_000, "how many tasks the large queues have")
	largeFolder = flag.String("queues", os.TempDir(), "the folder in which large queues are kept for later runs")
	program     = flag.String("program", "", "a built program to measure in place of this module's")
)

// crowded writes a queue of n tasks to the path, all of which are days old.
func (k *kind) crowded(tb testing.TB, path string, n int) {
	tb.Helper()
	must(tb, crowd.Write(tb.Context(), k.system, path, crowd.Usual(n, time.Now().Add(-120*time.Hour))))
	must(tb, inDatabase(path, "PRAGMA journal_mode="+k.journal))
}

// A mix is what a large queue consists of.
type mix struct {
	name string
	plan func(p crowd.Plan) crowd.Plan
}

var (
	usual = mix{"usual", func(p crowd.Plan) crowd.Plan { return p }}
	loud  = mix{"loud", func(p crowd.Plan) crowd.Plan { return p.Loud(p.Tasks / 2) }}
	full  = mix{"full", func(p crowd.Plan) crowd.Plan { p.Waiting = p.Tasks / 10; return p }}
)

// large is a queue that is kept for later runs. It is not to be written to.
func (k *kind) large(b *testing.B, m mix) string {
	b.Helper()
	plan := m.plan(crowd.Usual(*largeTasks, time.Now()))
	dir := filepath.Join(*largeFolder, fmt.Sprintf("notdone-%s-%s-%d", strings.ReplaceAll(k.name, " ", "-"), m.name, *largeTasks))
	path := filepath.Join(dir, k.file)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		made, err := os.MkdirTemp(*largeFolder, "notdone-making-")
		must(b, err)
		at := filepath.Join(made, k.file)
		must(b, crowd.Write(b.Context(), k.system, at, plan))
		must(b, inDatabase(at, "PRAGMA journal_mode="+k.journal))
		must(b, os.Rename(made, dir))
	}
	must(b, crowd.Check(b.Context(), k.system, path, plan))
	return path
}

// largeCopy is such a queue to write to, in which what runs runs now.
func (k *kind) largeCopy(b *testing.B, m mix) string {
	b.Helper()
	from, err := os.Open(k.large(b, m))
	must(b, err)
	defer func() { _ = from.Close() }()
	path := filepath.Join(b.TempDir(), k.file)
	to, err := os.Create(path)
	must(b, err)
	_, err = io.Copy(to, from)
	must(b, errors.Join(err, to.Close()))
	must(b, crowd.Renew(b.Context(), k.system, path, time.Now()))
	return path
}
