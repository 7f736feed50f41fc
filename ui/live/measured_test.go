package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"
)

// cost is what a command took.
type cost struct {
	Wall, CPU time.Duration
	Peak      int64 // kB of memory that it had resident at most, on Linux
	Said      []byte
}

// measure is the process that runs the command of its arguments and says what
// that took. A command inherits the most memory that its parent has had, so the
// parent must be one that never had much.
func measure() error {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stderr = os.Stderr
	begin := time.Now()
	said, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != 1 && err != nil { // 1 says something of the tasks
		return err
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return errors.New("the system does not tell what a process took")
	}
	return json.NewEncoder(os.Stdout).Encode(cost{
		Wall: time.Since(begin), CPU: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), Peak: usage.Maxrss, Said: said,
	})
}

// costOf runs the built program and returns what that took.
func costOf(b *testing.B, args ...string) cost {
	b.Helper()
	return costIn(b, b.TempDir(), args...)
}

// costIn is costOf with what the program remembers beneath home.
func costIn(b *testing.B, home string, args ...string) (c cost) {
	b.Helper()
	cmd := exec.Command(os.Args[0], append([]string{binary}, args...)...)
	cmd.Env = append(environment(home), roleEnv+"=measure")
	cmd.Stderr = os.Stderr
	said, err := cmd.Output()
	must(b, err)
	must(b, json.Unmarshal(said, &c))
	return c
}

// decodeLines is the process to compare reading a log with: it decodes every
// line of the file of its argument, or only reads those that are no JSON.
func decodeLines() error {
	begin, err := processorTime()
	if err != nil {
		return err
	}
	f, err := os.Open(os.Args[1])
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	r, lines := bufio.NewReaderSize(f, 1<<20), 0
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		lines++
		var decoded map[string]any
		if bytes.HasPrefix(line, []byte("{")) {
			if err := json.Unmarshal(line, &decoded); err != nil {
				return err
			}
		}
	}
	end, err := processorTime()
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(bare{Rows: lines, Took: end - begin})
}
