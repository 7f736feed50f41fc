// Package demo runs a simulated fleet of agents, so that notdone can be seen
// at work with nothing installed.
//
// The fleet lives in a child process that knows a queue file's SQL and a folder
// of logs, as any client does. Whoever watches opens both by the ordinary path:
// nothing outside this package can tell that no agent is there.
package demo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"notdone/source/queue"
)

// ChildCommand is the first argument with which Start runs this program again;
// main hands the arguments after it to ChildMain.
const ChildCommand = "__demo-fleet"

// maxSpeed is how many times faster than life a fleet can be.
const maxSpeed = 100

// Options say what kind of fleet it is.
type Options struct {
	// Dir is the folder to live in; it is made when it does not exist, and must
	// hold neither a queue.db nor logs. Empty: a new temporary folder.
	Dir string
	// Seed decides what happens. Fleets with one seed differ only in their times.
	Seed uint64
	// Speed is how much faster than life it goes, more than 0 and at most 100.
	Speed float64
	// Keep leaves the files where they are when the fleet is closed.
	Keep bool
}

// Fleet is a simulated fleet and the files it works on.
type Fleet struct {
	QueuePath string // the queue file
	LogsDir   string // the folder of run logs, beside the queue file

	dir     string
	made    bool // the folder did not exist before
	options Options
	child   *exec.Cmd
	stdin   io.Closer
	said    bytes.Buffer
	ended   chan error
}

// Prepare makes the folder, an empty queue file and a folder for logs. The
// caller closes the fleet, which removes them.
func Prepare(ctx context.Context, o Options) (_ *Fleet, err error) {
	if !(o.Speed > 0 && o.Speed <= maxSpeed) { // NaN too
		return nil, fmt.Errorf("demo: speed %v is not more than 0 and at most %d", o.Speed, maxSpeed)
	}
	f := &Fleet{dir: o.Dir, options: o}
	if f.dir == "" {
		f.dir, err = os.MkdirTemp("", "notdone-demo-")
		f.made = true
	} else if err = os.Mkdir(f.dir, 0o700); err == nil {
		f.made = true
	} else if errors.Is(err, os.ErrExist) {
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	if f.dir, err = filepath.Abs(f.dir); err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	path, logs := filepath.Join(f.dir, queueName), filepath.Join(f.dir, logsName)
	if err := queue.Init(ctx, path); err != nil {
		return nil, errors.Join(fmt.Errorf("demo: %w", err), f.Close())
	}
	f.QueuePath = path
	if err := os.Mkdir(logs, 0o700); err != nil {
		return nil, errors.Join(fmt.Errorf("demo: %w", err), f.Close())
	}
	f.LogsDir = logs
	return f, nil
}

const (
	queueName = "queue.db"
	logsName  = "logs"
)

// Start starts the fleet, the program exe with ChildCommand as its first
// argument, and returns when it has written its past. The fleet ends with ctx,
// with Close, and when this process dies.
func (f *Fleet) Start(ctx context.Context, exe string) error {
	if f.child != nil {
		return errors.New("demo: the fleet was started before")
	}
	//nolint:gosec // exe is this very program, by the caller's word
	cmd := exec.CommandContext(ctx, exe, ChildCommand, "--dir", f.dir,
		"--seed", strconv.FormatUint(f.options.Seed, 10),
		"--speed", strconv.FormatFloat(f.options.Speed, 'g', -1, 64))
	ready := make(notice, 1)
	cmd.Stdout, cmd.Stderr = ready, &f.said
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("demo: %w", errors.Join(err, stdin.Close()))
	}
	f.child, f.stdin, f.ended = cmd, stdin, make(chan error, 1)
	go func() {
		err := cmd.Wait()
		if ctx.Err() != nil {
			err = nil // it was told to end
		}
		f.ended <- err
	}()
	select {
	case <-ready:
		return nil
	case err := <-f.ended:
		f.ended <- err // for Close, which has nobody to end
		return errors.Join(ctx.Err(), f.blame(err))
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(beginning):
		return fmt.Errorf("demo: the fleet did not begin within %v", beginning)
	}
}

// notice is written to when something has happened; what is written is not kept.
type notice chan struct{}

func (s notice) Write(p []byte) (int, error) {
	select {
	case s <- struct{}{}:
	default: // it is known already
	}
	return len(p), nil
}

// beginning is how long a child has to write its past, which takes a moment.
const beginning = 30 * time.Second

// patience is how long a child has to end by itself.
const patience = 3 * time.Second

// Close ends the child and removes what Prepare made, unless it is to be kept.
// It says so when the child had failed. A second call does nothing.
func (f *Fleet) Close() error {
	err := f.stop()
	if f.options.Keep {
		return err
	}
	if f.made {
		return errors.Join(err, os.RemoveAll(f.dir))
	}
	if f.LogsDir != "" {
		err = errors.Join(err, os.RemoveAll(f.LogsDir))
	}
	if f.QueuePath != "" {
		for _, side := range []string{"", "-wal", "-shm"} {
			if rerr := os.Remove(f.QueuePath + side); !errors.Is(rerr, os.ErrNotExist) {
				err = errors.Join(err, rerr)
			}
		}
	}
	return err
}

func (f *Fleet) stop() error {
	if f.child == nil || f.stdin == nil {
		return nil
	}
	// An end of its standard input tells the child to end. That it is closed
	// already when the child is gone is no error of ours.
	_ = f.stdin.Close()
	f.stdin = nil
	var err error
	killed := false
	select {
	case err = <-f.ended:
	case <-time.After(patience):
		if kerr := f.child.Process.Kill(); kerr != nil && !errors.Is(kerr, os.ErrProcessDone) {
			return fmt.Errorf("demo: %w", kerr)
		}
		killed = true
		err = <-f.ended
	}
	if killed {
		return nil // that it did not end by itself is known
	}
	return f.blame(err)
}

// blame says why the child ended by itself; nil when it was told to.
func (f *Fleet) blame(err error) error {
	if err == nil {
		return nil
	}
	said, _, _ := bytes.Cut(bytes.TrimSpace(f.said.Bytes()), []byte("\n"))
	return fmt.Errorf("demo: the fleet ended: %w: %.300s", err, said)
}
