package live

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkFirstVerdict measures what it takes to judge a run by a log of 50 MB:
// processor time, beside that of decoding the same lines, and memory above that
// for a log of a few lines.
func BenchmarkFirstVerdict(b *testing.B) {
	const size, rounds = 50 << 20, 5
	for _, a := range agents {
		b.Run(a.name, func(b *testing.B) {
			small, large := b.TempDir(), b.TempDir()
			name := "gate" + filepath.Ext(a.file)
			log := filepath.Join(large, name)
			a.write(b, filepath.Join(small, name), "gate", 0, refusal)
			a.write(b, log, "gate", size, refusal)
			for range b.N {
				var verdict, wall, memory, alone []float64
				for range rounds {
					idle := costOf(b, "ls", "--json", small)
					c := costOf(b, "ls", "--json", large)
					if n := bytes.Count(c.Said, []byte("\n")); n != 1 || !strings.Contains(string(c.Said), `"state":"false-done"`) {
						b.Fatalf("%d runs: %.400s", n, c.Said)
					}
					verdict, wall = append(verdict, ms(c.CPU)), append(wall, ms(c.Wall))
					memory = append(memory, float64(c.Peak-idle.Peak)/1000)
					alone = append(alone, ms(comparison(b, "decode", log)))
				}
				b.ReportMetric(median(verdict), "ms-cpu")
				b.ReportMetric(median(wall), "ms-wall")
				b.ReportMetric(median(memory), "MB-above-idle")
				if a.json {
					b.ReportMetric(median(alone), "ms-cpu-encoding/json")
				} else {
					b.ReportMetric(median(alone), "ms-cpu-lines")
				}
				hideLoop(b)
			}
		})
	}
}
