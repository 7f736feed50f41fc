package work

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"notdone/source"
	"notdone/source/queue/client"
)

const workerRole = "__worker"

// playWorker is a worker in a process of its own: QUEUE SLOTS LEASE SCRIPT RUNS.
func playWorker(args []string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	slots, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	lease, err := time.ParseDuration(args[2])
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	return Run(ctx, nil, Options{
		Queue: args[0], Runs: args[4], Parallel: slots, Lease: lease, Program: exe, Host: "here", Grace: time.Minute,
		Command: []string{"sh", "-c", args[3], "agent", "{id}"}, Poll: 50 * time.Millisecond,
	})
}

// workerProcess starts a worker in a process of its own.
func (b *bench) workerProcess(slots int, lease time.Duration, script string) *exec.Cmd {
	b.t.Helper()
	cmd := exec.CommandContext(b.t.Context(), b.Program, workerRole, b.Queue, strconv.Itoa(slots), lease.String(), script, b.Runs)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
	return cmd
}

func killed(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("a killed worker exited by itself")
	}
}

// oneAtATime is an agent that takes a lock file of its task, which must not exist unless
// its owner is dead, and tells who was there already.
const oneAtATime = `
	cd "$NOTDONE_RUN_DIR/../.." && mkdir -p locks
	take() { (set -C; echo $$ > "locks/$1") 2>/dev/null; }
	if ! take "$1"; then
		other=$(cat "locks/$1")
		if [ -n "$other" ] && kill -0 "$other" 2>/dev/null; then echo "$1: $other is at it" >> twice; fi
		rm -f "locks/$1"
		take "$1" || echo "$1: another one came" >> twice
	fi
	sleep 0.0$(($$ % 10))
	rm -f "locks/$1"
	echo "Done, all of it."`

// TestWorkersThatAreKilled has several workers with several slots on one queue, one of
// them killed now and then.
func TestWorkersThatAreKilled(t *testing.T) { onEach(t, testWorkersThatAreKilled) }

func testWorkersThatAreKilled(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	workers, slots, tasks, pause, most := 3, 4, 60, 300*time.Millisecond, 10
	switch {
	case testing.Short():
		tasks, most = 30, 5
	case *long:
		workers, slots, tasks, pause, most = 4, 8, 5000, time.Second, math.MaxInt
	}
	b := newBench(t, "")
	all := make([]client.NewTask, tasks)
	for i := range all {
		all[i] = client.NewTask{ID: fmt.Sprintf("t%04d", i), Priority: i % 3}
	}
	b.add(all...)
	const lease = 3 * time.Second
	running := make([]*exec.Cmd, workers)
	for i := range running {
		running[i] = b.workerProcess(slots, lease, oneAtATime)
	}
	rng, kills := rand.New(rand.NewPCG(1, 2)), 0
	open := `SELECT count(*) FROM tasks WHERE state <> 'done'`
	await(t, "they work", func() bool { return b.one(`SELECT count(*) FROM runs`) != "0" })
	for deadline := time.Now().Add(time.Hour); b.one(open) != "0"; time.Sleep(pause) {
		if time.Now().After(deadline) {
			t.Fatalf("%s tasks are not done", b.one(open))
		}
		if kills == most {
			continue // a slow machine starts no worker in such a pause
		}
		i := rng.IntN(workers)
		killed(t, running[i])
		running[i] = b.workerProcess(slots, lease, oneAtATime)
		kills++
	}
	for _, cmd := range running {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("a worker that was told to stop: %v", err)
		}
	}
	if twice, err := os.ReadFile(filepath.Join(b.dir, "twice")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("tasks were run by two at a time: %s%v", twice, err)
	}
	if got, want := b.one(`SELECT count(*), count(DISTINCT task_id) FROM runs WHERE outcome = 'done'`), fmt.Sprintf("%d | %d", tasks, tasks); got != want {
		t.Errorf("runs that are done, and their tasks: %s, want %s", got, want)
	}
	if got := b.rows(`SELECT outcome, count(*) FROM runs WHERE outcome IS NULL OR outcome NOT IN ('done', 'released') GROUP BY outcome`); len(got) > 0 {
		t.Errorf("runs that ended in another way: %v", got)
	}
	if !source.OnServer(b.Queue) {
		if got := b.one(`PRAGMA integrity_check`); got != "ok" {
			t.Error(got)
		}
	}
	again := b.one(`SELECT count(*) FROM runs WHERE outcome = 'released'`)
	if kills == 0 || again == "0" {
		t.Errorf("%d kills interrupted %s runs: the test tries nothing", kills, again)
	}
	t.Logf("%d kills, %s runs were interrupted", kills, again)
	if left := mentions(t, b.dir); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}

// family is an agent with a child in another session, where there are any, which says that
// it lives by touching files.
const family = `
	cd "$NOTDONE_RUN_DIR/../.."
	if command -v setsid >/dev/null; then setsid sh -c 'touch child; sleep 1000' & fi
	(trap '' TERM HUP; sleep 1000) &
	touch parent; sleep 1000`

// TestKilledWorkerLeavesNothing: all processes of a run end with a worker that is killed,
// one in another session too.
func TestKilledWorkerLeavesNothing(t *testing.T) {
	b := newBench(t, "", "a")
	cmd := b.workerProcess(1, time.Hour, family)
	await(t, "the agent runs", func() bool { return exists(b, "../parent") })
	killed(t, cmd)
	await(t, "its processes have ended", func() bool { return len(mentions(t, b.dir)) == 0 })
	if got := b.one(`SELECT state FROM tasks`); got != "active" {
		t.Errorf("the task is %s before its lease has run out", got)
	}
}

// TestKilledSupervisor: its command ends with it, and the attempt has crashed.
func TestKilledSupervisor(t *testing.T) {
	b := newBench(t, `cd "$NOTDONE_RUN_DIR/.."; echo $PPID > supervisor; sleep 1000`, "a")
	_, _, wait := b.workAside()
	var pid int
	await(t, "the agent runs", func() bool {
		text, err := os.ReadFile(filepath.Join(b.logs, "supervisor"))
		pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
		return err == nil && pid > 0
	})
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if err := wait(); err != nil {
		t.Fatal(err)
	}
	if got := b.one(`SELECT outcome FROM runs`); got != "crashed" {
		t.Errorf("the run has %s", got)
	}
	await(t, "its processes have ended", func() bool { return len(mentions(t, b.dir)) == 0 })
}

// TestStoppedWorkerLosesItsTask: a worker that hangs cannot renew its lease. Its command
// ends before another worker may claim the task.
func TestStoppedWorkerLosesItsTask(t *testing.T) { onEach(t, testStoppedWorkerLosesItsTask) }

func testStoppedWorkerLosesItsTask(t *testing.T, newBench newBenchFunc) {
	t.Helper()
	const script = `cd "$NOTDONE_RUN_DIR/../.."; if mkdir first; then touch began; exec sleep 1000; fi; echo "Done, all of it."`
	b := newBench(t, script, "a")
	cmd := b.workerProcess(1, 4*time.Second, script)
	await(t, "the agent runs", func() bool { return exists(b, "../began") })
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	ran := func() bool {
		for _, path := range mentions(t, b.dir) {
			if line, err := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline")); err == nil && strings.Contains(string(line), "1000") {
				return true
			}
		}
		return false
	}
	await(t, "the command has ended", func() bool { return !ran() })
	if got := b.one(`SELECT state FROM tasks`); got != "active" {
		t.Errorf("the task of a worker that hangs is %s", got)
	}
	b.UntilEmpty = false
	stop, _, wait := b.workAside()
	await(t, "another worker has done it", func() bool { return b.one(`SELECT state FROM tasks`) == "done" })
	stop()
	if err := errors.Join(wait(), cmd.Process.Signal(syscall.SIGCONT)); err != nil {
		t.Error(err)
	}
	// The first worker finds that the task is another's, and leaves it alone.
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if got := b.rows(`SELECT outcome FROM runs ORDER BY id`); fmt.Sprint(got) != "[released done]" {
		t.Errorf("runs: %v", got)
	}
}
