package proc

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"notdone/model"
)

func TestAliveHere(t *testing.T) {
	t.Parallel()
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skipf("no program to run: %v", err)
	}
	now := time.Now()
	p := New(func() time.Time { return now })
	own := p.namespace()
	if runtime.GOOS == "linux" && own == "" {
		t.Skip("/proc is not mounted")
	}
	if got := p.AliveIn(own, os.Getpid(), now); got != model.LivenessAlive {
		t.Errorf("this process is %v", got)
	}
	if got := p.AliveIn(own, gone.Process.Pid, now); got != model.LivenessDead {
		t.Errorf("a process that ended is %v", got)
	}
	if got := p.AliveIn(own, 0, now); got != model.LivenessUnknown {
		t.Errorf("no process is %v", got)
	}
	if runtime.GOOS != "linux" {
		t.Skip("start times are known on Linux only")
	}
	if got := p.AliveIn(own, os.Getpid(), now.Add(-24*time.Hour)); got != model.LivenessDead {
		t.Errorf("a process that began long after the claim is %v", got)
	}
	past := New(func() time.Time { return now.Add(-24 * time.Hour) })
	if got := past.AliveIn(own, os.Getpid(), now.Add(-48*time.Hour)); got != model.LivenessUnknown {
		t.Errorf("a process that began after the frozen clock is %v", got)
	}
	if got := p.AliveIn("pid:[1]", os.Getpid(), now); got != model.LivenessUnknown {
		t.Errorf("a process of another namespace is %v", got)
	}
}
