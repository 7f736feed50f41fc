package live

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

// row is the first line of a task in a pane.
var row = regexp.MustCompile(` t_[0-9a-f]+ +Bring`)

// BenchmarkFirstFrame1M measures, over queues of a million tasks, from the
// program's start to the first frame that shows a task and to the one that has
// counted all of them, and the most memory that took. The queues are written
// once and kept in the temporary folder.
func BenchmarkFirstFrame1M(b *testing.B) {
	const tasks, rounds = 1_000_000, 5
	for _, k := range []kind{ownQueue, hermesWAL, hermesDelete} {
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			path := k.cached(b, tasks)
			for range b.N {
				var first []time.Duration
				for range rounds {
					d := open(b, path)
					at := d.until("a task", func(s *screen) bool { return row.MatchString(s.text()) })
					first = append(first, at.Sub(d.started))
					d.press("q")
					d.untilEnded()
				}
				b.ReportMetric(ms(percentile(first, 50)), "ms-first")
				d := open(b, path)
				d.patience = 10 * time.Minute
				all := d.untilLoaded()
				b.ReportMetric(all.Sub(d.started).Seconds(), "s-all")
				b.ReportMetric(d.peak(), "MB-peak")
				d.press("q")
				d.untilEnded()
				hideLoop(b)
			}
		})
	}
}
