// Package pgtest starts an instance of PostgreSQL for the tests of a package, on a socket in
// a temporary folder. Tests that need it are skipped on a machine without its programs.
package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// postgres is an instance of PostgreSQL that listens on a socket in a folder of its own.
type postgres struct {
	socket string
	stop   func()
	err    error
}

var server = sync.OnceValue(startPostgres)

var started bool

// startPostgres starts an instance. It refuses to run as root: then it runs as another
// user of the machine.
func startPostgres() *postgres {
	p := &postgres{stop: func() {}}
	bin := postgresBinaries()
	if bin == "" {
		p.err = errors.New("PostgreSQL is not on this machine")
		return p
	}
	dir, err := os.MkdirTemp("", "nd-pg")
	if err != nil {
		p.err = err
		return p
	}
	p.socket, p.stop = dir, func() { _ = os.RemoveAll(dir) }
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		if as.Credential, p.err = otherUser(); p.err == nil {
			p.err = os.Chown(dir, int(as.Credential.Uid), int(as.Credential.Gid))
		}
		if p.err != nil {
			return p
		}
	}
	run := func(name string, args ...string) error {
		cmd := exec.Command(filepath.Join(bin, name), args...) //nolint:gosec,noctx // a program of PostgreSQL, which ends by itself or is stopped by pg_ctl
		cmd.Dir, cmd.SysProcAttr = dir, as
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if name == "pg_ctl" {
			cmd.Stdout, cmd.Stderr = nil, nil // the server would keep them open
		}
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w: %s", name, err, said.String())
		}
		return nil
	}
	data := filepath.Join(dir, "data")
	p.err = run("initdb", "-D", data, "-A", "trust", "-U", "owner", "-E", "UTF8", "--no-sync", "--locale", "C")
	if p.err == nil {
		p.err = run("pg_ctl", "-D", data, "-w", "-l", filepath.Join(dir, "log"), "-o", "-k "+dir+" -c listen_addresses='' -c fsync=off", "start")
	}
	p.stop = func() {
		_ = run("pg_ctl", "-D", data, "-m", "immediate", "stop")
		_ = os.RemoveAll(dir)
	}
	return p
}

func postgresBinaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // the pattern is right
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

func otherUser() (*syscall.Credential, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
		gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
		if errUID == nil && errGID == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
		}
	}
	return nil, errors.New("there is no user other than root to run PostgreSQL as")
}

// Stop stops the instance and removes it, if there is one. It is called when all tests of a
// package have ended.
func Stop() {
	if started {
		server().stop()
	}
}

// Socket is the folder of the instance's socket, after Database.
func Socket() string { return server().socket }

// Database makes an empty database and returns its URL, which has the password hushhush,
// and a connection of its owner. The test is skipped where there is no PostgreSQL.
func Database(t testing.TB) (url string, owner *pgx.Conn) {
	t.Helper()
	started = true
	p := server()
	if p.err != nil {
		t.Skip(p.err)
	}
	name := "d" + strconv.FormatInt(time.Now().UnixNano(), 36)
	admin, err := pgx.Connect(t.Context(), "host="+p.socket+" user=owner dbname=postgres")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close(context.Background()) }()
	if _, err := admin.Exec(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	if owner, err = pgx.Connect(t.Context(), "host="+p.socket+" user=owner dbname="+name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = owner.Close(context.Background()) })
	return "postgres://owner:hushhush@/" + name + "?host=" + p.socket, owner
}
