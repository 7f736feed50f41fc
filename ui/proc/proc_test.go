package proc_test

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"notdone/model"
	"notdone/ui/proc"
)

func TestLiveness(t *testing.T) {
	t.Parallel()
	gone := exec.Command("true")
	if err := gone.Run(); err != nil {
		t.Skipf("no program to run: %v", err)
	}
	now := time.Now()
	clock := func() time.Time { return now }
	alive := proc.Liveness(clock)
	if got := alive(os.Getpid(), now); got != model.LivenessAlive {
		t.Errorf("this process is %v", got)
	}
	if got := alive(gone.Process.Pid, now); got != model.LivenessDead {
		t.Errorf("a process that ended is %v", got)
	}
	if got := alive(0, now); got != model.LivenessUnknown {
		t.Errorf("no process is %v", got)
	}
	if runtime.GOOS != "linux" {
		t.Skip("start times are known on Linux only")
	}
	if got := alive(os.Getpid(), now.Add(-24*time.Hour)); got != model.LivenessDead {
		t.Errorf("a process that began long after the claim is %v", got)
	}
	past := proc.Liveness(func() time.Time { return now.Add(-24 * time.Hour) })
	if got := past(os.Getpid(), now.Add(-48*time.Hour)); got != model.LivenessUnknown {
		t.Errorf("a process that began after the frozen clock is %v", got)
	}
}
