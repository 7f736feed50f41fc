package terminal

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// childEnv makes the test binary a process that stops itself.
const childEnv = "TERMINAL_TEST_CHILD"

const notContinuable = "nobody can continue it"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) == "" {
		os.Exit(m.Run())
	}
	if !isContinuable() {
		fmt.Println(notContinuable)
		return
	}
	t := New(os.Stdin, os.Stdout)
	t.BeforeStop = func() func() {
		fmt.Println("before the stop")
		return func() { fmt.Println("continued") }
	}
	t.stop(func() bool { return true }) // it has been done
	fmt.Println("asked")
	t.stop(never)
}

// Before the process stops itself it waits for what it must not keep meanwhile, and goes on with
// that when it is continued.
func TestWhatIsUnderWayIsAwaitedBeforeAStop(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0]) // #nosec G204 G702 -- it is this program
	cmd.Env = append(os.Environ(), childEnv+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := cmd.StdoutPipe()
	if err := errors.Join(err, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(out)
	says := func(want ...string) {
		t.Helper()
		for _, line := range want {
			said.Scan()
			if said.Text() == notContinuable {
				t.Skip(notContinuable)
			}
			if said.Text() != line {
				t.Fatalf("it says %q (%v), want %q", said.Text(), said.Err(), line)
			}
		}
	}
	says("asked", "before the stop")
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(cmd.Process.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("it is not stopped: %v, %v", status, err)
	}
	if err := cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	says("continued")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
