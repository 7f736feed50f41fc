package proc

import (
	"bufio"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

// A worker in a pid namespace within ours is never taken for dead by the pid
// that it knows itself by.
func TestWorkerInAnotherNamespace(t *testing.T) {
	t.Parallel()
	now := time.Now()
	p := New(func() time.Time { return now })
	// The /proc that it sees is ours, so it can tell which pids are missing here.
	cmd := exec.CommandContext(t.Context(), "unshare", "--pid", "--fork", "--kill-child", "sh", "-c",
		"until sh -c 'test -e /proc/$$ && exit 1; echo $$; read line'; do true; done")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Skipf("unshare: %v", err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = cmd.Wait() // what it says is the same
		t.Skip("unshare makes no pid namespace here")
	}
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	for _, since := range []time.Time{now, now.Add(-time.Second), {}} {
		if got := p.Alive(pid, since); got == model.LivenessDead {
			t.Errorf("pid %d of a worker that claimed at %v: %v", pid, since, got)
		}
	}
	if _, err := io.WriteString(in, "\n"); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

func TestZombie(t *testing.T) {
	t.Parallel()
	p := New(time.Now)
	if p.namespace() == "" {
		t.Skip("/proc is not mounted")
	}
	cmd := exec.CommandContext(t.Context(), "sh", "-c", "echo; exit 0")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		t.Skipf("no program to run: %v", err)
	}
	if _, err := io.ReadAll(out); err != nil { // to its end, which nobody has asked about yet
		t.Fatal(err)
	}
	deadline := time.Now().Add(2 * time.Minute)
	for p.Alive(cmd.Process.Pid, begun) != model.LivenessDead {
		if time.Now().After(deadline) {
			t.Fatalf("a zombie is %v", p.Alive(cmd.Process.Pid, begun))
		}
		time.Sleep(time.Millisecond)
	}
	if !p.exists(cmd.Process.Pid) {
		t.Error("it is no zombie")
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
