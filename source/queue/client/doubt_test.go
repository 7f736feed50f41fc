package client_test

import (
	"testing"

	"notdone/source/queue/client"
	"notdone/source/queue/queuetest"
)

// TestClientFindsWhatWasDone: a claim and an end that were done although the connection was
// lost at the commit are not done twice, and not told as lost.
func TestClientFindsWhatWasDone(t *testing.T) {
	path, db := newFile(t)
	c, w, ctx := dial(t, path), worker1(), t.Context()
	if err := queuetest.Add(ctx, c, client.NewTask{ID: "a"}, client.NewTask{ID: "b"}, client.NewTask{ID: "c"}); err != nil {
		t.Fatal(err)
	}
	if claim, err := func() (*client.Claim, error) {
		defer c.LoseCommits()()
		return c.Claim(ctx, w, client.LogName)
	}(); claim != nil || err == nil {
		t.Fatalf("claimed %+v in doubt: %v", claim, err)
	}
	claim, err := c.Claim(ctx, w, client.LogName)
	if err != nil || claim == nil || claim.ID != "a" || claim.Attempt != 1 || claim.LogPath != "a-1.log" {
		t.Fatalf("claimed %+v: %v", claim, err)
	}
	if got := queuetest.Rows(t, db, `SELECT count(*) FROM runs`)[0]; got != "1" {
		t.Errorf("%s runs for one claim", got)
	}
	for outcome, end := range map[string]func() (bool, error){
		"done":         func() (bool, error) { return c.Finish(ctx, w, "a", "", &client.Report{Output: "ok"}) },
		"blocked":      func() (bool, error) { return c.Block(ctx, w, "a", "", "no", &client.Report{}) },
		"crashed":      func() (bool, error) { return c.Fail(ctx, w, "a", "crashed", &client.Report{}) },
		"rate_limited": func() (bool, error) { return c.Retry(ctx, w, "a", "rate_limited", &client.Report{}, 0) },
		"released":     func() (bool, error) { return c.Release(ctx, w, "a", &client.Report{}) },
	} {
		queuetest.Exec(t, db, `UPDATE runs SET ended_at = NULL, outcome = NULL`)
		queuetest.Exec(t, db, `UPDATE tasks SET state = 'active', claimed_by = ?, lease_expires_at = 9e15 WHERE id = 'a'`, w.Name)
		restore := c.LoseCommits()
		if held, err := end(); held || err == nil {
			t.Errorf("%s in doubt: %v, %v", outcome, held, err)
		}
		restore()
		if held, err := end(); !held || err != nil {
			t.Errorf("%s that was done: %v, %v", outcome, held, err)
		}
		if got := queuetest.Rows(t, db, `SELECT count(*), outcome FROM runs WHERE task_id = 'a'`)[0]; got != "1 "+outcome {
			t.Errorf("%s left the runs %s", outcome, got)
		}
	}
	// A claim that was not done after all is made, and one that another has is not taken.
	c.Doubt(w)
	claim, err = c.Claim(ctx, w, nil)
	if err != nil || claim == nil {
		t.Fatalf("claimed %+v: %v", claim, err)
	}
	c.Doubt(w)
	queuetest.Exec(t, db, `UPDATE tasks SET claimed_by = 'another' WHERE state = 'active'`)
	if held, err := c.Finish(ctx, w, claim.ID, "", &client.Report{}); held || err != nil {
		t.Errorf("ended a task of another: %v, %v", held, err)
	}
}
