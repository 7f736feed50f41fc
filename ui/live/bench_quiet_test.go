package live

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// quiet is how long a board must say nothing when nothing changes.
const quiet = 50 * time.Second

// settling is how long the program may go on after it has read everything.
const settling = 3 * time.Second

// BenchmarkQuietScreen measures what the program sends to its terminal, and
// how much of a core it takes, while boards of 1000 tasks, which are days old,
// do not change. All are watched at the same time.
func BenchmarkQuietScreen(b *testing.B) {
	for range b.N {
		shown := map[string]*dashboard{}
		for _, k := range kinds {
			at, inUse := filepath.Join(b.TempDir(), k.file), filepath.Join(b.TempDir(), k.file)
			k.crowded(b, at, 1000)
			k.crowded(b, inUse, 1000)
			k.owner(b, inUse).exec("CREATE INDEX of_its_own ON tasks (title)")
			shown[k.name] = open(b, at)
			shown[k.name+" in use"] = open(b, inUse)
		}
		logs := b.TempDir()
		log := filepath.Join(logs, "gate.log")
		must(b, appendTo(log, "The gate is mended.\n"))
		old := time.Now().Add(-100 * time.Hour)
		must(b, os.Chtimes(log, old, old))
		shown["logs"] = open(b, logs)
		for _, d := range shown {
			d.untilLoaded()
		}
		time.Sleep(settling)
		sent, used := map[string]int{}, map[string]time.Duration{}
		for name, d := range shown {
			sent[name], used[name] = d.received(), d.used()
		}
		time.Sleep(quiet)
		for name, d := range shown {
			unit := strings.ReplaceAll(name, " ", "-")
			n := d.received() - sent[name]
			if n > 0 {
				b.Errorf("%s: %d bytes were sent for nothing", name, n)
			}
			b.ReportMetric(float64(n), "B-"+unit)
			b.ReportMetric(100*(d.used()-used[name]).Seconds()/quiet.Seconds(), "%core-"+unit)
		}
		hideLoop(b)
	}
}
