package queue

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/journal"
	"notdone/source/sqlitedb"
)

// desk is what an operator's process has open.
type desk struct {
	a     source.Actor
	j     *journal.Journal
	queue string
}

func openDesk(ctx context.Context, queue, path string) (*desk, error) {
	s, err := Adapter().Open(ctx, queue, source.Options{
		Now: time.Now, Hosts: []string{here}, Alive: func(int, time.Time) model.Liveness { return model.LivenessAlive },
	})
	if err != nil {
		return nil, err
	}
	j, err := journal.Open(path)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &desk{a: s.(source.Actor), j: j, queue: queue}, nil
}

func (d *desk) close() error { return errors.Join(d.a.Close(), d.j.Close()) }

// turn holds a waiting task, or resumes one on hold. It reports whether it was
// done: a plan that was overtaken is no error, and neither is a queue that is busy for
// longer than an operator waits.
func (d *desk) turn(ctx context.Context, id, reason string) (done bool, err error) {
	defer func() {
		if errors.Is(err, sqlitedb.ErrBusy) {
			err = nil
		}
	}()
	r := source.Request{Task: id, Action: model.ActionHold, Actor: "ann", Reason: reason}
	p, err := d.a.Plan(ctx, r)
	if err != nil {
		return false, fmt.Errorf("plan: %w", err)
	}
	if p.Refused != "" {
		r.Action = model.ActionResume
		if p, err = d.a.Plan(ctx, r); err != nil || p.Refused != "" {
			return false, err
		}
	}
	_, err = d.j.Do(ctx, d.a, p, "a title", "")
	switch {
	case errors.Is(err, source.ErrChanged):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("do: %w", err)
	}
	return true, nil
}

// operate is an operator in a process of its own: args are the queue, the
// journal, the operator's name, how many actions, and how many tasks there are.
func operate(ctx context.Context, args []string) (err error) {
	count, err1 := strconv.Atoi(args[3])
	tasks, err2 := strconv.Atoi(args[4])
	if err := errors.Join(err1, err2, starve()); err != nil {
		return err
	}
	d, err := openDesk(ctx, args[0], args[1])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.close()) }()
	random := rand.New(rand.NewPCG(uint64(len(args[2])), uint64(args[2][0])))
	for done := 0; done < count; {
		ok, err := d.turn(ctx, fmt.Sprint("t", random.IntN(tasks)), fmt.Sprintf("%s-%d", args[2], done))
		if err != nil {
			return err
		}
		if ok {
			done++
			fmt.Println(done)
		}
	}
	return nil
}

// starve lets no file grow beyond a size, as a full disk does, where the
// environment says so.
func starve() error {
	limit, err := strconv.ParseUint(os.Getenv("QUEUE_TEST_LIMIT"), 10, 64)
	if err != nil {
		return nil //nolint:nilerr // there is no limit
	}
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: limit, Max: limit})
}

// settle does what the next start does, and returns what the journal says.
func settle(t testing.TB, path, log string) (all, found []journal.Entry) {
	t.Helper()
	d, err := openDesk(t.Context(), path, log)
	if err != nil {
		t.Fatal(err)
	}
	found, err = d.j.Settle(t.Context(), d.a, path)
	if err != nil {
		t.Fatal(err)
	}
	all, err = d.j.Entries(t.Context())
	if err = errors.Join(err, d.close()); err != nil {
		t.Fatal(err)
	}
	return all, found
}

// rewrite gives the file the journal mode.
func rewrite(t testing.TB, db *sql.DB, mode string) {
	t.Helper()
	if got := rows(t, db, "PRAGMA journal_mode = "+mode); !slices.Equal(got, []string{mode}) {
		t.Fatalf("journal mode %v", got)
	}
}

// account holds the journal against the history: what it says was done is in
// the history once, and nothing else is.
func account(t testing.TB, db *sql.DB, all []journal.Entry) {
	t.Helper()
	if got := rows(t, db, "PRAGMA integrity_check"); !slices.Equal(got, []string{"ok"}) {
		t.Fatalf("integrity: %v", got)
	}
	var said []string
	for _, e := range all {
		switch e.Outcome {
		case journal.Applied:
			said = append(said, e.Task.ID+" "+e.Request.Reason+" "+e.Now)
		case journal.NotApplied:
		default:
			t.Errorf("the journal does not know what became of %s: %s", e.Request.Reason, e.Outcome)
		}
	}
	done := rows(t, db, `SELECT task_id, replace(replace(note, '; on hold', ''), '; resumed', ''), to_state FROM events WHERE note LIKE '%-%'`)
	slices.Sort(said)
	slices.Sort(done)
	if !slices.Equal(said, done) {
		t.Fatalf("the journal says %d were done, the history %d:\n%v\n%v", len(said), len(done), said, done)
	}
	broken := rows(t, db, `SELECT task_id, id FROM (SELECT *, lag(to_state) OVER (PARTITION BY task_id ORDER BY id) AS was FROM events
		WHERE kind <> 'commented') WHERE from_state IS NOT was`)
	if len(broken) > 0 {
		t.Errorf("the history has gaps: %v", broken)
	}
	off := rows(t, db, `SELECT id FROM tasks t WHERE state <> (SELECT to_state FROM events e WHERE e.task_id = t.id ORDER BY e.id DESC LIMIT 1)
		OR changed_by IS NOT NULL OR change_note IS NOT NULL`)
	if len(off) > 0 {
		t.Errorf("tasks are not as their history says: %v", off)
	}
}

// start runs an operator and returns what it prints.
func start(t testing.TB, args ...string) (*exec.Cmd, *bufio.Reader, *strings.Builder) {
	t.Helper()
	cmd := processFor(t, "operator", args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, bufio.NewReader(out), &said
}

func TestKilledOperator(t *testing.T) {
	kills, tasks := 100, 4
	if testing.Short() {
		kills = 6
	}
	for _, mode := range []string{"wal", "delete"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(7, 11))
			path, db := newFile(t)
			rewrite(t, db, mode)
			for i := range tasks {
				addTask(t, db, fmt.Sprint("t", i), 0)
			}
			log := filepath.Join(t.TempDir(), "state", "journal.jsonl")
			settled := map[journal.Outcome]int{}
			for n := range kills {
				cmd, out, said := start(t, path, log, fmt.Sprintf("k%d", n), "100000", fmt.Sprint(tasks))
				if _, err := out.ReadString('\n'); err != nil {
					t.Fatalf("%v: %s", err, said.String())
				}
				time.Sleep(time.Duration(random.IntN(12_000)) * time.Microsecond)
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, out)
				_ = cmd.Wait()                            // reports the kill
				rows(t, db, `SELECT count(*) FROM tasks`) // its owner repairs what the crash left
				all, found := settle(t, path, log)
				for _, e := range found {
					settled[e.Outcome]++
				}
				if n%10 == 0 || n == kills-1 {
					account(t, db, all)
				}
			}
			t.Logf("%s: %d kills, settled %v", mode, kills, settled)
		})
	}
}

// TestStarvedOperator lets the disk fill up at every step of an action: in the
// queue's file, in its -wal or -journal, in the journal.
func TestStarvedOperator(t *testing.T) {
	plain := []string{"nothing was", journal.ErrNotDone.Error(), journal.ErrUnwritable.Error(), source.ErrInDoubt.Error()}
	for _, mode := range []string{"wal", "delete"} {
		t.Run(mode, func(t *testing.T) {
			path, db := newFile(t)
			rewrite(t, db, mode)
			for i := range 4 {
				addTask(t, db, fmt.Sprint("t", i), 0)
			}
			log := filepath.Join(t.TempDir(), "journal.jsonl")
			done := 0
			limits := []int{1, 100, 700, 1500, 4000, 9000, 20_000, 50_000, 70_000, 90_000, 120_000}
			if testing.Short() {
				limits = []int{1, 1500, 90_000}
			}
			for n, limit := range limits {
				cmd := processFor(t, "operator", path, log, fmt.Sprintf("s%d", n), "40", "4")
				cmd.Env = append(cmd.Env, fmt.Sprint("QUEUE_TEST_LIMIT=", limit))
				said, err := cmd.CombinedOutput()
				if err != nil && !slices.ContainsFunc(plain, func(e string) bool { return strings.Contains(string(said), e) }) {
					t.Errorf("%d bytes: %s", limit, said)
				}
				rows(t, db, `SELECT count(*) FROM tasks`)
				all, _ := settle(t, path, log)
				account(t, db, all)
				done = len(all)
			}
			if done == 0 {
				t.Error("nothing was ever tried")
			}
		})
	}
}

// commitsASecond is how fast the owner writes beside the operators.
const commitsASecond = 100

func TestFourOperatorsBesideABusyOwner(t *testing.T) {
	each, operators, tasks := 60, 4, 40
	if testing.Short() {
		each = 4
	}
	for _, mode := range []string{"wal", "delete"} {
		t.Run(mode, func(t *testing.T) {
			path, db := newFile(t)
			rewrite(t, db, mode)
			for i := range tasks {
				addTask(t, db, fmt.Sprint("t", i), 0)
			}
			log := filepath.Join(t.TempDir(), "journal.jsonl")
			owner, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(60000)")
			if err != nil {
				t.Fatal(err)
			}
			owner.SetMaxOpenConns(1)
			defer func() {
				if err := owner.Close(); err != nil {
					t.Error(err)
				}
			}()
			ctx, stop := context.WithCancel(t.Context())
			commits := make(chan int)
			go func() {
				n := 0
				tick := time.NewTicker(time.Second / commitsASecond)
				defer tick.Stop()
				for ; ctx.Err() == nil; <-tick.C {
					if _, err := owner.ExecContext(t.Context(), `UPDATE tasks SET priority = priority + 1 WHERE id = ?`, fmt.Sprint("t", n%tasks)); err != nil {
						t.Errorf("the owner could not write: %v", err)
						break
					}
					n++
				}
				commits <- n
			}()
			begun := time.Now()
			type operator struct {
				cmd  *exec.Cmd
				said *strings.Builder
			}
			var all []operator
			for i := range operators {
				cmd, out, said := start(t, path, log, fmt.Sprintf("%c", 'a'+i), fmt.Sprint(each), fmt.Sprint(tasks))
				go func() { _, _ = io.Copy(io.Discard, out) }()
				all = append(all, operator{cmd, said})
			}
			for _, o := range all {
				if err := o.cmd.Wait(); err != nil {
					t.Errorf("%v: %s", err, o.said.String())
				}
			}
			took := time.Since(begun)
			stop()
			n := <-commits
			if got := rows(t, db, `SELECT sum(priority) FROM tasks`); !slices.Equal(got, []string{fmt.Sprint(n)}) {
				t.Errorf("the owner made %d updates and there are %v", n, got)
			}
			j, err := journal.Open(log)
			if err != nil {
				t.Fatal(err)
			}
			entries, err := j.Entries(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			account(t, db, entries)
			if got := rows(t, db, `SELECT count(*) FROM events WHERE note LIKE '%-%'`); !slices.Equal(got, []string{fmt.Sprint(each * operators)}) {
				t.Errorf("%v of %d actions are in the history", got, each*operators)
			}
			t.Logf("%s: %d actions beside %d commits in %v", mode, each*operators, n, took.Round(time.Millisecond))
		})
	}
}

// BenchmarkAction is one action whole: planned, journaled, committed.
func BenchmarkAction(b *testing.B) {
	for _, mode := range []string{"wal", "delete"} {
		b.Run(mode, func(b *testing.B) {
			path, db := newFile(b)
			rewrite(b, db, mode)
			addTask(b, db, "t0", 0)
			d, err := openDesk(b.Context(), path, filepath.Join(b.TempDir(), "journal.jsonl"))
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if ok, err := d.turn(b.Context(), "t0", "bench"); err != nil || !ok {
					b.Fatal(ok, err)
				}
			}
			if err := d.close(); err != nil {
				b.Fatal(err)
			}
		})
	}
}
