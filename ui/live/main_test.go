package live

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"
)

// binary is the program, built once for all tests.
var binary string

// roleEnv makes the test binary act as another process: an owner of queues, or
// a reader to compare with.
const roleEnv = "LIVE_TEST_ROLE"

func TestMain(m *testing.M) {
	if role := os.Getenv(roleEnv); role != "" {
		if err := roles[role](); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	dir, err := os.MkdirTemp("", "notdone-live-")
	if binary = *program; err == nil && binary == "" {
		binary = filepath.Join(dir, "notdone")
		err = build()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if err := os.RemoveAll(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	}))
}

var roles = map[string]func() error{"writer": serve, "bare": readBare, "decode": decodeLines, "measure": measure}

// build builds the module that this package belongs to.
func build() error {
	cmd := exec.Command("go", "build", "-o", binary, ".")
	cmd.Dir = filepath.Join("..", "..")
	if said, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building the program: %w\n%s", err, said)
	}
	return nil
}
