package cli_test

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"notdone/ui/cli"
)

// nobodyEnv makes the program give up its privileges before anything else, so
// that permissions mean something to a test that root runs.
const nobodyEnv = "NOTDONE_TEST_UID"

func TestMain(m *testing.M) {
	testscript.Main(withoutPostgres{m}, map[string]func(){
		"notdone": func() {
			if uid, err := strconv.Atoi(os.Getenv(nobodyEnv)); err == nil {
				if err := syscall.Setuid(uid); err != nil {
					panic(err)
				}
			}
			os.Exit(cli.Main(os.Args[1:]))
		},
		"files": func() { os.Exit(listFiles(os.Args[1:], os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs the program itself, in a folder, a home and an environment
// of its own for each script.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("a program for every line takes the race detector minutes")
	}
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                "testdata/script",
		Setup:              prepare,
		Cmds:               commands(),
		Condition:          condition,
		RequireUniqueNames: true,
		UpdateScripts:      os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// prepare gives a script a home, the characters that its lines cannot hold,
// and folders that a user without privileges may enter.
func prepare(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	for name, value := range map[string]string{
		"HOME": home, "XDG_STATE_HOME": filepath.Join(home, "state"), "XDG_CONFIG_HOME": filepath.Join(home, "config"),
		"XDG_CACHE_HOME": filepath.Join(home, "cache"), "TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC",
		"HERMES_HOME": "", "HERMES_KANBAN_DB": "", "HERMES_KANBAN_HOME": "",
		"SP": " ", "ESC": "\x1b", "BEL": "\a", "RLO": "\u202e", "CSI": "\u009b", "BAD": "\xff", "NL": "\n", "TAB": "\t", "DEL": "\x7f",
	} {
		env.Setenv(name, value)
	}
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	for _, dir := range []string{env.WorkDir, filepath.Dir(env.WorkDir)} {
		if err := os.Chmod(dir, 0o755); err != nil {
			return err
		}
	}
	return os.MkdirAll(env.Getenv("TMPDIR"), 0o700)
}

// condition knows "root", "zones": whether this machine knows the time zones of the world,
// and "permissions": whether a file can be made unreadable here.
func condition(name string) (bool, error) {
	switch name {
	case "root":
		return os.Geteuid() == 0, nil
	case "zones":
		_, err := time.LoadLocation("Asia/Kathmandu")
		return err == nil, nil
	case "permissions":
	default:
		return false, os.ErrInvalid
	}
	if os.Geteuid() != 0 {
		return true, nil
	}
	// Root drops its privileges, and must be able to reach the files after that.
	for dir := filepath.Clean(os.TempDir()); dir != "/"; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return false, err
		}
		if info.Mode().Perm()&1 == 0 {
			return false, nil
		}
	}
	return true, nil
}
