// Package demo runs a simulated fleet of agents, so that notdone can be seen at
// work with nothing installed.
//
// The fleet is a child process that fills a queue file and a folder of logs as any
// client does, and plays a small NanoClaw installation and one batch of Taskplane by
// the files of these systems. The dashboard opens all by the ordinary path: nothing
// outside this package can tell that no agent is there.
//
// What the fleet is asked for is in wishes.txt, how it turns out is in plots.go, what
// happened before the start is in past.go, and logs/ holds the logs of agents that
// work for no queue. The stories of the other systems are in nanoclaw.go and
// taskplane.go.
package demo

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"

	"notdone/source/queue/client"
)

// ChildCommand is the first argument with which Start runs this program again.
// The program passes the arguments after it to ChildMain.
const ChildCommand = "__demo-fleet"

// maxSpeed is how many times faster than usual a fleet can be.
const maxSpeed = 100

// Options are the settings of a fleet.
type Options struct {
	// Seed decides what happens. Fleets with the same seed differ only in their times.
	Seed uint64
	// Speed is how many times faster than usual the fleet works: more than 0, at most
	// 100.
	Speed float64
	// Keep leaves the files in place when the fleet is closed.
	Keep bool
}

// Fleet is a running fleet and the files it works on.
type Fleet struct {
	Dir       string // a temporary folder that holds everything below
	QueuePath string // the queue file
	LogsDir   string // the folder of run logs
	// Others are the folders of the other systems in which it works.
	Others []string

	keep  bool
	stop  context.CancelFunc // tells the child to end
	ended chan struct{}      // closed when it has ended and err is set
	err   error              // why the child failed; nil: it was told to end
}

const (
	queueName = "queue.db"
	logsName  = "logs"
	readyLine = "ready\n" // what the child prints when the past is written
)

// stopTimeout is how long a child whose files are kept may take to end before it is killed.
const stopTimeout = 3 * time.Second

// Start starts a fleet in a new temporary folder and returns when its past is
// written. exe is this program. The fleet ends with ctx, with Close, and with this
// process. The caller closes it.
func Start(ctx context.Context, exe string, o Options) (*Fleet, error) {
	if !(o.Speed > 0 && o.Speed <= maxSpeed) { // NaN too
		return nil, fmt.Errorf("demo: speed %v is not more than 0 and at most %d", o.Speed, maxSpeed)
	}
	dir, err := os.MkdirTemp("", "notdone-demo-")
	if err != nil {
		return nil, fmt.Errorf("demo: %w", err)
	}
	f := &Fleet{Dir: dir, QueuePath: filepath.Join(dir, queueName), LogsDir: filepath.Join(dir, logsName), keep: o.Keep}
	f.Others = []string{filepath.Join(dir, clawName), filepath.Join(dir, planeName)}
	err = errors.Join(client.Init(ctx, f.QueuePath), os.Mkdir(f.LogsDir, 0o700))
	if err == nil {
		err = f.startChild(ctx, exe, o)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("demo: %w", err), os.RemoveAll(dir))
	}
	return f, nil
}

// startChild starts the child and waits until it has written the past.
func (f *Fleet) startChild(ctx context.Context, exe string, o Options) error {
	child, stop := context.WithCancel(ctx)
	f.stop = stop
	//nolint:gosec // the caller says which program this is
	cmd := exec.CommandContext(child, exe, ChildCommand, f.Dir,
		strconv.FormatUint(o.Seed, 10), strconv.FormatFloat(o.Speed, 'g', -1, 64), strconv.FormatBool(o.Keep))
	var said bytes.Buffer
	cmd.Stderr = &said
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	// The end of its standard input tells the child to end in order; it comes with the end of this
	// process at the latest. Where nothing is kept, nothing has to be in order.
	cmd.Cancel, cmd.WaitDelay = stdin.Close, stopTimeout
	if !o.Keep {
		cmd.Cancel = func() error { return cmd.Process.Kill() }
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	_, unready := io.ReadFull(stdout, make([]byte, len(readyLine)))
	f.ended = make(chan struct{})
	go func() {
		defer close(f.ended)
		err := cmd.Wait()
		var exit *exec.ExitError
		if err == nil || child.Err() != nil && (!errors.As(err, &exit) || !exit.Exited()) {
			return // it was told to end, and killed where it took too long
		}
		line, _, _ := bytes.Cut(bytes.TrimSpace(said.Bytes()), []byte("\n"))
		f.err = fmt.Errorf("the fleet ended: %w: %.300s", err, line)
	}()
	if unready == nil {
		return nil
	}
	stop()
	<-f.ended
	return cmp.Or(ctx.Err(), f.err, errors.New("the fleet ended before it began"))
}

// Close ends the child and removes the folder, unless it is kept. It returns the
// error of a child that failed.
func (f *Fleet) Close() error {
	f.stop()
	<-f.ended
	var removed error
	if !f.keep {
		removed = os.RemoveAll(f.Dir)
	}
	return errors.Join(f.err, removed)
}
