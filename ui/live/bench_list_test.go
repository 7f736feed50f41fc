package live

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// BenchmarkListJSON compares the processor time of listing 10,000 Hermes tasks
// with that of reading the same rows and decoding the same payloads alone, in
// turns, with nothing remembered from an earlier listing.
func BenchmarkListJSON(b *testing.B) {
	const tasks, rounds = 10_000, 9
	path := filepath.Join(b.TempDir(), hermesDelete.file)
	hermesDelete.crowded(b, path, tasks)
	cases := []struct {
		name string
		args []string
	}{{"remembering", nil}, {"read-only", []string{"--read-only"}}}
	for _, c := range cases {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				var ratios, listing, reading []float64
				for range rounds {
					alone := comparison(b, "bare", "file:"+path+"?mode=ro")
					list := exec.Command(binary, append(c.args, "ls", "--json", path)...)
					list.Env = environment(b.TempDir())
					said, err := list.Output()
					must(b, err)
					if n := bytes.Count(said, []byte("\n")); n != tasks {
						b.Fatalf("%d tasks are listed", n)
					}
					took := list.ProcessState.UserTime() + list.ProcessState.SystemTime()
					ratios = append(ratios, float64(took)/float64(alone))
					listing, reading = append(listing, ms(took)), append(reading, ms(alone))
				}
				b.ReportMetric(median(ratios), "x-bare")
				b.ReportMetric(median(listing), "ms-ls")
				b.ReportMetric(median(reading), "ms-bare")
				hideLoop(b)
			}
		})
	}
}

// comparison does the same in another process, with nothing but what cannot be
// left out, and returns what that took of the processors.
func comparison(b *testing.B, role, what string) time.Duration {
	b.Helper()
	cmd := exec.Command(os.Args[0], what)
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	must(b, err)
	var r bare
	must(b, json.Unmarshal(said, &r))
	if r.Rows == 0 {
		b.Fatal("nothing was read")
	}
	return r.Took
}

func median(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/2]
}
