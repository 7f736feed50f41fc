package live

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkStart5000 measures the start over 5,000 logs of runs in 500 folders:
// the whole list, and of the dashboard the first frame with the words of a run
// and the one with all of them. One run in a hundred ends with something to look at.
func BenchmarkStart5000(b *testing.B) {
	const folders, files, rounds = 500, 10, 5
	for _, a := range agents {
		b.Run(a.name, func(b *testing.B) {
			dir := filepath.Join(b.TempDir(), a.home)
			for i := range folders * files {
				text := "I counted 14 lamps, and all of them burn."
				if i%100 == 0 {
					text = refusal
				}
				path := filepath.Join(dir, fmt.Sprintf(a.file, i%folders, i))
				a.write(b, path, fmt.Sprintf("0b3dc1de-0000-4aaa-8aaa-%012d", i), 10<<10, text)
			}
			for range b.N {
				var list, cpu, memory, first, all, shown []float64
				for range rounds {
					c := costOf(b, "ls", "--json", dir)
					if n := bytes.Count(c.Said, []byte("\n")); n != folders*files {
						b.Fatalf("%d runs", n)
					}
					list, cpu, memory = append(list, ms(c.Wall)), append(cpu, ms(c.CPU)), append(memory, float64(c.Peak)/1000)
					d := open(b, dir)
					begun := d.until("words of a run", func(s *screen) bool { return strings.Contains(s.frame("4 Suspected"), "“") })
					ended := d.untilLoaded()
					shown = append(shown, ms(d.used()))
					first, all = append(first, ms(begun.Sub(d.started))), append(all, ms(ended.Sub(d.started)))
					d.press("q")
					d.untilEnded()
				}
				b.ReportMetric(median(list), "ms-ls")
				b.ReportMetric(median(cpu), "ms-cpu-ls")
				b.ReportMetric(median(memory), "MB-peak-ls")
				b.ReportMetric(median(first), "ms-first")
				b.ReportMetric(median(all), "ms-all")
				b.ReportMetric(median(shown), "ms-cpu-all")
				hideLoop(b)
			}
		})
	}
}
