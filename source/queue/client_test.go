package queue

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source/queue/queuetest"
	"notdone/source/queue/schema"
)

var blockHead = regexp.MustCompile(`(?m)^-- name: (\S+)(?: \((.*)\))?$`)

func blockNames() []string {
	var names []string
	for _, m := range blockHead.FindAllStringSubmatch(schema.ClientSQL, -1) {
		names = append(names, m[1])
	}
	return names
}

// TestClientBlocks keeps the form that other languages rely on: each block is
// one statement or one transaction, and tells its parameters.
func TestClientBlocks(t *testing.T) {
	_, db := newFile(t)
	names := blockNames()
	for _, name := range []string{"add", "claim", "heartbeat", "finish", "block", "fail", "answer"} {
		if !slices.Contains(names, name) {
			t.Errorf("no block %q in %v", name, names)
		}
	}
	for _, m := range blockHead.FindAllStringSubmatch(schema.ClientSQL, -1) {
		t.Run(m[1], func(t *testing.T) {
			statements := schema.Statements(m[1])
			most := 0
			for _, s := range statements {
				most = max(most, queuetest.Highest(s))
				for i := 1; i <= queuetest.Highest(s) && strings.Count(s, ";") > 1; i++ {
					t.Errorf("more than one statement: %s", s)
				}
			}
			if len(statements) > 1 && (statements[0] != "BEGIN IMMEDIATE;" || statements[len(statements)-1] != "COMMIT;") {
				t.Errorf("%d statements that are no transaction", len(statements))
			}
			for i := 1; i <= most; i++ {
				ranged := strings.Contains(m[2], "to ?") // "?1 to ?11 as in fail"
				if !ranged && !strings.Contains(m[2], "?"+strconv.Itoa(i)+" ") {
					t.Errorf("?%d is not explained in %q", i, m[2])
				}
			}
			args := make([]any, most)
			if _, err := call(t.Context(), db, m[1], args...); err != nil && !strings.Contains(err.Error(), "NOT NULL") {
				t.Error(err)
			}
		})
	}
	if schema.Statements("clai") != nil || schema.Statements("") != nil || schema.Statements("nobody") != nil {
		t.Error("a block without a name was found")
	}
}

const minute = 60_000

// addTask adds a task that may be attempted three times.
func addTask(t testing.TB, db *sql.DB, id string, priority int) {
	t.Helper()
	do(t, db, "add", id, "title of "+id, "body", priority, nil, 3, nil, "ann")
}

func claim(t testing.TB, db *sql.DB, worker string) (claimed bool) {
	t.Helper()
	return do(t, db, "claim", worker, minute, here, 42, "logs/"+worker+".log")[1] == 1
}

func TestClientLife(t *testing.T) {
	_, db := newFile(t)
	addTask(t, db, "low", 0)
	addTask(t, db, "high", 5)
	do(t, db, "add", "later", "t", "b", 9, time.Now().Add(time.Hour).UnixMilli(), nil, nil, "ann")
	do(t, db, "add", "child", "t", "b", 8, nil, nil, nil, "ann")
	do(t, db, "depend", "low", "child")
	for _, w := range []string{"w1", "w2"} {
		if !claim(t, db, w) {
			t.Fatalf("%s found nothing", w)
		}
	}
	if claim(t, db, "w3") {
		t.Error("w3 claimed a task that may not run yet")
	}
	if got := rows(t, db, `SELECT id, claimed_by, attempts FROM tasks WHERE state = 'active' ORDER BY id`); !slices.Equal(got, []string{"high w1 1", "low w2 1"}) {
		t.Errorf("claimed: %v", got)
	}
	if n := do(t, db, "heartbeat", "high", "w2", minute)[0]; n != 0 {
		t.Error("the lease of another worker was renewed")
	}
	if n := do(t, db, "heartbeat", "high", "w1", 2*minute)[0]; n != 1 {
		t.Error("the lease was not renewed")
	}
	do(t, db, "finish", "low", "w2", nil, "wrote it", 0.5, 1200, 3, 1, 9, 0)
	if !claim(t, db, "w2") || rows(t, db, schema.Statements("claimed")[0], "w2")[0][:5] != "child" {
		t.Error("the child was not claimed after its parent was done")
	}
	do(t, db, "block", "high", "w1", "decision", "Which port?", 0.25, 800, 1, 0, 4, 0, "I stop here. Which port?")
	do(t, db, "unblock", "high", "ann", "8080", nil)
	if !claim(t, db, "w1") {
		t.Fatal("an unblocked task was not claimed")
	}
	if got := rows(t, db, schema.Statements("claimed")[0], "w1")[0]; !strings.HasPrefix(got, "high title of high body 8080 2 3 ") {
		t.Errorf("the worker reads %q", got)
	}
	do(t, db, "retry", "high", "w1", "crashed", "exit 139", 0.25, 100, 1, 0, 1, 139, nil, 0)
	claim(t, db, "w1")
	do(t, db, "retry", "high", "w1", "crashed", "exit 139", nil, nil, 1, 0, 1, 139, nil, 0)
	do(t, db, "finish", "child", "w2", "refused", "I will not.", 0.1, 10, 0, 0, 1, 0)
	do(t, db, "cancel", "later", "ann", "no need")
	do(t, db, "requeue", "low", "ann", "again, please")
	if diff := cmp.Diff([]string{"child failed", "high failed", "later cancelled", "low queued"}, taskStates(t, db)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		"created - queued ann", "claimed queued active w1", "blocked active blocked w1", "unblocked blocked queued ann",
		"claimed queued active w1", "requeued active queued w1", "claimed queued active w1", "failed active failed w1",
	}, rows(t, db, `SELECT kind, from_state, to_state, actor FROM events WHERE task_id = 'high' ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{
		"1 blocked I stop here. Which port? 0.25", "2 crashed - 0.25", "3 crashed - -",
	}, rows(t, db, `SELECT attempt, outcome, output, cost_usd FROM runs WHERE task_id = 'high' ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if got := rows(t, db, `SELECT cost_usd, tokens, answer, claimed_by FROM tasks WHERE id = 'high'`)[0]; got != "0.5 900 8080 -" {
		t.Errorf("the failed task holds %q", got)
	}
}

func TestLeaseRunsOut(t *testing.T) {
	_, db := newFile(t)
	do(t, db, "add", "a", "t", "b", 0, nil, 2, nil, "ann")
	for i, worker := range []string{"w1", "w2"} {
		if !claim(t, db, worker) {
			t.Fatalf("attempt %d: nothing to claim", i)
		}
		if claim(t, db, "thief") {
			t.Fatal("a task whose lease runs was claimed")
		}
		do(t, db, "expire")
		execSQL(t, db, `UPDATE tasks SET lease_expires_at = 1`)
	}
	if n := do(t, db, "finish", "a", "w1", nil, "late", nil, nil, nil, nil, nil, nil)[2]; n != 0 {
		t.Error("a worker that lost its lease could finish")
	}
	if claim(t, db, "w3") {
		t.Error("claimed beyond the most attempts")
	}
	do(t, db, "expire")
	if got := taskStates(t, db)[0]; got != "a failed" {
		t.Error(got)
	}
	if diff := cmp.Diff([]string{"w1 released lease ran out", "w2 released lease ran out"},
		rows(t, db, `SELECT worker, outcome, error FROM runs ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"created - queued", "claimed queued active", "claimed active active", "failed active failed"},
		rows(t, db, `SELECT kind, from_state, to_state FROM events ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
}

// play is a client in a process of its own.
func play(ctx context.Context, role string, args []string) (err error) {
	switch role {
	case "operator":
		return operate(ctx, args)
	}
	db, err := dialClient(args[0])
	if err != nil {
		return err
	}
	defer func() {
		if cerr := db.Close(); err == nil {
			err = cerr
		}
	}()
	switch role {
	case "worker": // claims and finishes until nothing is left
		for i := 0; ; i++ {
			worker := fmt.Sprintf("%s.%d", args[1], i)
			n, err := call(ctx, db, "claim", worker, minute, here, os.Getpid(), nil)
			if err != nil || n[1] == 0 {
				return err
			}
			var id string
			if err := db.QueryRowContext(ctx, `SELECT id FROM tasks WHERE claimed_by = ?`, worker).Scan(&id); err != nil {
				return err
			}
			if _, err := call(ctx, db, "finish", id, worker, nil, "by "+worker, 0.01, 1, 1, 1, 1, 0); err != nil {
				return err
			}
		}
	case "sql": // runs the given statements
		for _, query := range args[1:] {
			if _, err := db.ExecContext(ctx, query); err != nil {
				return fmt.Errorf("%s: %w", query, err)
			}
		}
		return nil
	}
	return fmt.Errorf("no role %q", role)
}

// processFor returns a command that plays a role in another process.
func processFor(t testing.TB, role string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe, args...)
	cmd.Env = append(os.Environ(), "QUEUE_TEST_ROLE="+role)
	return cmd
}

func TestNoTaskIsClaimedTwice(t *testing.T) {
	const tasks, workers = 60, 3
	path, db := newFile(t)
	for i := range tasks {
		addTask(t, db, fmt.Sprintf("t%03d", i), i%3)
	}
	var running []*exec.Cmd
	var said [workers]strings.Builder
	for i := range workers {
		cmd := processFor(t, "worker", path, fmt.Sprintf("p%d", i))
		cmd.Stderr = &said[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		running = append(running, cmd)
	}
	for i, cmd := range running {
		if err := cmd.Wait(); err != nil {
			t.Errorf("worker %d: %v: %s", i, err, said[i].String())
		}
	}
	if got := rows(t, db, `SELECT count(*), count(DISTINCT task_id), sum(outcome = 'done') FROM runs`)[0]; got != "60 60 60" {
		t.Errorf("runs, tasks with a run, done runs: %s", got)
	}
	if got := rows(t, db, `SELECT count(*) FROM events WHERE kind = 'claimed'`)[0]; got != "60" {
		t.Errorf("%s claims of %d tasks", got, tasks)
	}
	if got := rows(t, db, `SELECT count(*) FROM tasks WHERE state = 'done' AND attempts = 1`)[0]; got != "60" {
		t.Errorf("%s of %d tasks were done at the first attempt", got, tasks)
	}
}
