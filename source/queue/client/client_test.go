package client_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/source/queue/client"
	"notdone/source/queue/queuetest"
	"notdone/source/queue/schema"
)

var (
	newFile   = queuetest.Make
	dial      = queuetest.Client
	worker1   = queuetest.Worker
	mustClaim = queuetest.Claim
	held      = queuetest.Held
)

func heartbeat(t testing.TB, c *client.Client, w *client.Worker, id string) (kept bool, err error) {
	t.Helper()
	err = c.Transact(t.Context(), func(tx *client.Tx) (err error) {
		kept, err = tx.Heartbeat(w, id)
		return err
	})
	return kept, err
}

// TestAFullDiskIsOneError: SQLite has undone the transaction by itself, which is no second error.
func TestAFullDiskIsOneError(t *testing.T) {
	path, _ := newFile(t)
	c, ctx := dial(t, path), t.Context()
	if err := c.Fill(ctx); err != nil {
		t.Fatal(err)
	}
	err := queuetest.Add(ctx, c, client.NewTask{ID: "a", Title: "first", Body: strings.Repeat("x", 1<<20)})
	if err == nil || !strings.HasSuffix(err.Error(), ": the disk is full") {
		t.Errorf("it says %v", err)
	}
}

// TestAFileThatIsGone: what is written to a file that was removed or replaced nobody would see.
func TestAFileThatIsGone(t *testing.T) {
	path, _ := newFile(t)
	c, ctx := dial(t, path), t.Context()
	add := func(id string) error { return queuetest.Add(ctx, c, client.NewTask{ID: id, Title: id}) }
	if err := add("a"); err != nil {
		t.Fatal(err)
	}
	other, _ := newFile(t)
	away := path + ".old"
	for _, rename := range [][2]string{{path, away}, {other, path}} {
		if err := os.Rename(rename[0], rename[1]); err != nil {
			t.Fatal(err)
		}
		if err := add("b"); !errors.Is(err, client.ErrGone) {
			t.Errorf("it says %v", err)
		}
	}
	if err := os.Rename(away, path); err != nil {
		t.Fatal(err)
	}
	if err := add("b"); err != nil {
		t.Errorf("it is back: %v", err)
	}
}

func TestClientOfAWorker(t *testing.T) {
	path, db := newFile(t)
	c, w, ctx := dial(t, path), worker1(), t.Context()
	cost, tokens, three := 0.5, int64(900), 3
	report := &client.Report{Output: "I need permission.", CostUSD: &cost, Tokens: &tokens, ToolCalls: &three}
	if err := queuetest.Add(ctx, c, client.NewTask{ID: "a", Title: "first", Body: "do it", MaxAttempts: 9, By: "ann"}, client.NewTask{ID: "b", After: []string{"a"}}); err != nil {
		t.Fatal(err)
	}
	got := mustClaim(t, c, w)
	if diff := cmp.Diff(&client.Claim{ID: "a", Title: "first", Body: "do it", Attempt: 1, MaxAttempts: 9, Run: 1, LogPath: "runs/a.1.log"}, got); diff != "" {
		t.Error(diff)
	}
	if other := mustClaim(t, c, &client.Worker{Name: "w2", Lease: time.Minute}); other != nil {
		t.Errorf("claimed %+v, which waits for another task", other)
	}
	held(t)(heartbeat(t, c, w, "a"))
	held(t)(c.Block(ctx, w, "a", "permission", "I need permission.", report))
	if kept, err := heartbeat(t, c, w, "a"); kept || err != nil {
		t.Errorf("a blocked task is held: %v, %v", kept, err)
	}
	queuetest.Do(t, db, "unblock", "a", "ann", "granted", nil)
	got = mustClaim(t, c, w)
	want := &client.Previous{Outcome: "blocked", Output: "I need permission.", LogPath: "runs/a.1.log"}
	if got.Answer != "granted" || got.Attempt != 2 || cmp.Diff(want, got.Previous) != "" {
		t.Errorf("claimed %+v, before it %+v", got, got.Previous)
	}
	held(t)(c.Release(ctx, w, "a", &client.Report{Error: "the worker stops", CostUSD: &cost}))
	if got := queuetest.Rows(t, db, `SELECT state, attempts, claimed_by, cost_usd FROM tasks WHERE id = 'a'`)[0]; got != "queued 1 - 1" {
		t.Errorf("released: %s", got)
	}
	if got = mustClaim(t, c, w); got.Attempt != 2 || got.Previous.Outcome != "blocked" {
		t.Errorf("claimed again: %+v, before it %+v", got, got.Previous)
	}
	held(t)(c.Retry(ctx, w, "a", "rate_limited", &client.Report{Error: "429"}, 0))
	mustClaim(t, c, w)
	held(t)(c.Finish(ctx, w, "a", "", &client.Report{Output: "done", CostUSD: &cost}))
	if mustClaim(t, c, w).ID != "b" {
		t.Error("b was not claimed after a")
	}
	held(t)(c.Fail(ctx, w, "b", "timed_out", &client.Report{Error: "too long"}))
	if diff := cmp.Diff([]string{
		"a blocked I need permission. - 0.5 3 pid:[1] runs/a.1.log", "a released - the worker stops 0.5 - pid:[1] runs/a.2.log",
		"a rate_limited - 429 - - pid:[1] runs/a.3.log", "a done done - 0.5 - pid:[1] runs/a.4.log",
		"b timed_out - too long - - pid:[1] runs/b.5.log",
	}, queuetest.Rows(t, db, `SELECT task_id, outcome, output, error, cost_usd, tool_calls, pid_namespace, log_path FROM runs ORDER BY id`)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a done", "b failed"}, queuetest.States(t, db)); diff != "" {
		t.Error(diff)
	}
}

func TestClientAddsAllOrNothing(t *testing.T) {
	path, db := newFile(t)
	c := dial(t, path)
	err := queuetest.Add(t.Context(), c, client.NewTask{ID: "a"}, client.NewTask{ID: "b"}, client.NewTask{ID: "a"})
	if err == nil || !strings.Contains(err.Error(), `task "a": there is a task of this id`) {
		t.Errorf("an id was added twice: %v", err)
	}
	if got := queuetest.States(t, db); len(got) > 0 {
		t.Errorf("half of the tasks were added: %v", got)
	}
	stop := errors.New("stop")
	if err := c.Transact(t.Context(), func(tx *client.Tx) error {
		_, err := tx.Add(&client.NewTask{ID: "a"})
		return errors.Join(err, stop)
	}); !errors.Is(err, stop) {
		t.Error(err)
	}
	if err := c.Transact(t.Context(), func(tx *client.Tx) error {
		_, err := tx.Do("nothing")
		return err
	}); err == nil {
		t.Error("a block that is not there was run")
	}
	if err := queuetest.Add(t.Context(), c, client.NewTask{ID: "later", RunAt: time.Now().Add(time.Hour)}, client.NewTask{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a queued", "later scheduled"}, queuetest.States(t, db)); diff != "" {
		t.Error(diff)
	}
}

func TestClientThatIsInterrupted(t *testing.T) {
	path, _ := newFile(t)
	c := dial(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	err := c.Transact(ctx, func(tx *client.Tx) error {
		cancel()
		_, err := tx.Add(&client.NewTask{ID: "a"})
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if err := queuetest.Add(t.Context(), c, client.NewTask{ID: "a"}); err != nil {
		t.Errorf("after an interruption: %v", err)
	}
}

func TestClientOfALockedFile(t *testing.T) {
	path, db := newFile(t)
	c := dial(t, path)
	queuetest.Exec(t, db, "BEGIN IMMEDIATE")
	if err := c.Hurry(t.Context()); err != nil {
		t.Fatal(err)
	}

	claim, err := c.Claim(t.Context(), worker1(), nil)
	if claim != nil || !client.IsBusy(err) {
		t.Errorf("claimed %v from a locked file: %v", claim, err)
	}
	queuetest.Exec(t, db, "ROLLBACK")
	if claim, err := c.Claim(t.Context(), worker1(), nil); claim != nil || err != nil {
		t.Errorf("of an empty queue: %v, %v", claim, err)
	}
}

func TestDialRefuses(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "other.db")
	queuetest.Exec(t, queuetest.Connect(t, other), "CREATE TABLE tasks (id)")
	newer, db := newFile(t)
	queuetest.Exec(t, db, "UPDATE meta SET schema_version = 99")
	shut, _ := newFile(t)
	shut += "-copy"
	if err := errors.Join(client.Init(t.Context(), shut), os.MkdirAll(shut+"-wal/x", 0o700)); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "missing.db"): "no such file", dir: "not a regular file", other: "no queue of notdone, which notdone init makes, or a damaged one: it has no table meta", newer: "version 99",
		shut: ": it cannot be opened for writing",
	} {
		if c, err := client.Dial(t.Context(), path); err == nil {
			t.Errorf("%s was opened: %v", path, c.Close())
		} else if !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "missing.db")); err == nil {
		t.Error("a missing file was made")
	}
}

func TestClientOfVersion1(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queue.db")
	db := queuetest.Connect(t, path)
	queuetest.Exec(t, db, schema.First)
	c, w := dial(t, path), worker1()
	if err := queuetest.Add(t.Context(), c, client.NewTask{ID: "a"}); err != nil {
		t.Fatal(err)
	}
	mustClaim(t, c, w)
	held(t)(c.Finish(t.Context(), w, "a", "done", &client.Report{}))
	if got := queuetest.States(t, db); !slices.Equal(got, []string{"a done"}) {
		t.Error(got)
	}
}

// BenchmarkClaims claims and finishes tasks through a client, and in a loop of bare
// statements on the same schema.
func BenchmarkClaims(b *testing.B) {
	fill := func(b *testing.B) (string, *client.Client) {
		b.Helper()
		path, _ := newFile(b)
		c := dial(b, path)
		tasks := make([]client.NewTask, b.N)
		for i := range tasks {
			tasks[i].ID = fmt.Sprint("t", i)
		}
		if err := queuetest.Add(b.Context(), c, tasks...); err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		return path, c
	}
	b.Run("client", func(b *testing.B) {
		_, c := fill(b)
		w := worker1()
		for range b.N {
			n := mustClaim(b, c, w)
			held(b)(c.Finish(b.Context(), w, n.ID, "", &client.Report{}))
		}
	})
	b.Run("bare", func(b *testing.B) {
		path, _ := fill(b)
		db := queuetest.Connect(b, path)
		for range b.N {
			id := queuetest.Rows(b, db, `UPDATE tasks SET state = 'active', claimed_by = 'w' WHERE id =
				(SELECT id FROM tasks WHERE state = 'queued' ORDER BY priority DESC, created_at, id LIMIT 1) RETURNING id`)
			queuetest.Exec(b, db, `UPDATE tasks SET state = 'done', claimed_by = NULL WHERE id = ?`, id[0])
		}
	})
}
