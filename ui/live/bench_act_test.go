package live

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// BenchmarkAct measures one action on a queue of a thousand tasks: from the key
// to the frame with the plan, from the confirming key to the frame that says
// that it is done and to the one in which the task is where it belongs, and the
// whole command that does the same.
func BenchmarkAct(b *testing.B) {
	const rounds = 30
	for _, k := range kinds {
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			for range b.N {
				path := filepath.Join(b.TempDir(), k.file)
				k.crowded(b, path, 1000)
				must(b, inDatabase(path, k.settle))
				must(b, inDatabase(path, append(k.add("t_one", "Mend the gate"), k.begin("t_one")...)...))
				w, d := k.owner(b, path), open(b, path)
				d.untilLoaded()
				var planned, done, moved, command []time.Duration
				for range rounds {
					w.exec(k.block("t_one", obstacle)...)
					d.inPane("2", "2 Blocked", "t_one")
					at := time.Now()
					d.press("u")
					planned = append(planned, d.until("the plan", func(s *screen) bool {
						return strings.Contains(s.frame("Plan "), "becomes")
					}).Sub(at))
					d.press(backtab)
					d.untilIn("Plan ", "apply: a")
					at = time.Now()
					d.press("a")
					done = append(done, d.untilText("unblocked t_one").Sub(at))
					moved = append(moved, d.untilIn("1 Active", "t_one").Sub(at))
					w.exec(k.begin("t_one")...)
				}
				d.press("q")
				d.untilEnded()
				for range rounds {
					w.exec(k.block("t_one", obstacle)...)
					command = append(command, costOf(b, "unblock", "--yes", path, "t_one").Wall)
					w.exec(k.begin("t_one")...)
				}
				reportTimes(b, planned, "-plan")
				reportTimes(b, done, "-done")
				reportTimes(b, moved, "-moved")
				reportTimes(b, command, "-command")
				hideLoop(b)
			}
		})
	}
}
