package live

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkGuard measures how much of a core a guard takes beside a dashboard on the same queue
// of 1000 tasks: while nothing changes, and while a worker commits a heartbeat a second and a
// task becomes blocked every ten.
func BenchmarkGuard(b *testing.B) {
	const phase = 60 * time.Second
	for range b.N {
		path, home := filepath.Join(b.TempDir(), "queue.db"), b.TempDir()
		ownQueue.crowded(b, path, 1000)
		owner := ownQueue.owner(b, path)
		screen := open(b, path)
		screen.untilLoaded()
		guard := exec.Command(binary, "guard", path, "--on-new", "true")
		guard.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME="+home, "XDG_CACHE_HOME="+home)
		must(b, guard.Start())
		time.Sleep(settling)
		measure := func(name string, during func()) {
			s, g := screen.used(), usedBy(b, guard.Process.Pid)
			during()
			s, g = screen.used()-s, usedBy(b, guard.Process.Pid)-g
			b.ReportMetric(100*s.Seconds()/phase.Seconds(), "%core-screen-"+name)
			b.ReportMetric(100*g.Seconds()/phase.Seconds(), "%core-guard-"+name)
		}
		measure("quiet", func() { time.Sleep(phase) })
		owner.exec(append(queueAdd("beats", "Beat"), queueBegin("beats")...)...)
		measure("busy", func() {
			end := time.Now().Add(phase)
			for i := 0; time.Now().Before(end); i++ {
				owner.exec(queueBeat("beats")...)
				if i%10 == 0 {
					id := "b" + time.Now().Format("150405")
					owner.exec(queueAdd(id, "Task")...)
					owner.exec(queueBlock(id, "the gate is locked")...)
				}
				time.Sleep(time.Second)
			}
		})
		must(b, guard.Process.Signal(os.Interrupt))
		must(b, guard.Wait())
		hideLoop(b)
	}
}
