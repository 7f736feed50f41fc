package pgtest

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// Bouncer starts a PgBouncer in front of the instance, with a mode of pooling (session or
// transaction) and more settings, and returns the folder of its socket, for the URL of a
// database. The test is skipped on a machine without pgbouncer.
func Bouncer(t testing.TB, mode, more string) (socket string) {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		t.Skip("PgBouncer is not on this machine")
	}
	dir, err := os.MkdirTemp("", "nd-pb") // a socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // it refuses to run as root
		if as.Credential, err = otherUser(); err == nil {
			err = os.Chown(dir, int(as.Credential.Uid), int(as.Credential.Gid))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	text := fmt.Appendf(nil, `[databases]
* = host=%s user=owner
[pgbouncer]
listen_port = 5432
unix_socket_dir = %s
auth_type = any
pool_mode = %s
%s
`, Socket(), dir, mode, more)
	settings := filepath.Join(dir, "settings")
	if err := os.WriteFile(settings, text, 0o644); err != nil { //nolint:gosec // another user reads it, and it has no secret
		t.Fatal(err)
	}
	cmd := exec.Command(program, settings) //nolint:gosec,noctx // it is killed at the end of the test
	var said bytes.Buffer
	cmd.Dir, cmd.SysProcAttr, cmd.Stderr = dir, as, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = cmd.Process.Kill(), cmd.Wait() })
	for range 200 {
		c, err := net.Dial("unix", filepath.Join(dir, ".s.PGSQL.5432")) //nolint:noctx // a socket of this machine
		if err == nil {
			_ = c.Close()
			return dir
		}
		time.Sleep(20 * time.Millisecond)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	t.Fatalf("pgbouncer does not answer: %s", said.String())
	return ""
}
