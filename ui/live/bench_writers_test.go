package live

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkWriters50 measures what the owner of a queue notices of being
// watched: 50 commits a second for a minute by another process, with the
// dashboard and, as a comparison, without it. An owner in WAL does not wait
// at all for a lock; one in rollback mode waits as long as Hermes does.
func BenchmarkWriters50(b *testing.B) {
	const second = 50
	for _, k := range kinds {
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			for range b.N {
				path := filepath.Join(b.TempDir(), k.file)
				k.crowded(b, path, 1000)
				must(b, inDatabase(path, k.settle))
				must(b, inDatabase(path, append(k.add("t_busy", "Mend the gate"), k.begin("t_busy")...)...))
				w := startWriter(b, k.ownDSN(path))
				commits := order{Op: "commits", Statements: k.beat("t_busy"), Every: time.Second / second}

				commits.Count = 20 * second
				alone := w.ask(commits)
				reportTimes(b, alone.Took, "-alone")

				d := open(b, path)
				d.untilLoaded()
				d.untilIn("1 Active", "t_busy")
				commits.Count = 60 * second
				before, begin := d.used(), time.Now()
				watched := w.ask(commits)
				b.ReportMetric(100*(d.used()-before).Seconds()/time.Since(begin).Seconds(), "%core")
				reportTimes(b, watched.Took, "-watched")
				b.ReportMetric(float64(watched.Errors), "errors")
				b.ReportMetric(float64(alone.Errors), "errors-alone")
				if watched.Errors > 0 {
					b.Errorf("the writer failed %d times: %s", watched.Errors, watched.Err)
				}
				w.exec(k.block("t_busy", "key-9999-is-lost")...)
				d.untilText("key-9999-is-lost")
				hideLoop(b)
			}
		})
	}
}

// ownDSN opens the queue with the pragmas that its system uses: those of
// hermes kanban_db.py, but for the patience in WAL, which is none here.
func (k *kind) ownDSN(path string) string {
	busy := 120 * time.Second
	if k.journal == "wal" {
		busy = 0
	}
	return dsn(path, busy) + "&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(100)&_pragma=secure_delete(ON)"
}
