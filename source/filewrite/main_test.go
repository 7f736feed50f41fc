package filewrite

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"go.uber.org/goleak"
)

// roleKey names the environment variable that makes the test program an operator in
// a process of its own.
const roleKey = "FILEWRITE_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleKey); role != "" {
		if err := operate(context.Background(), role, os.Args[1:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// processFor returns this program in a role; it is not started.
func processFor(t testing.TB, role string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Env = append(os.Environ(), roleKey+"="+role)
	return cmd
}
