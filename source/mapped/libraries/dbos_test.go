package libraries

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/dbos-inc/dbos-transact-golang/dbos"
	_ "github.com/dbos-inc/dbos-transact-golang/dbos/driver/sqlite"
	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// courier is a DBOS program whose workflows carry letters.
type courier struct {
	dbos.Context

	open atomic.Bool // the gate is: a letter that waits for it arrives
}

// startCourier makes DBOS's tables in a database, registers its workflow and has it work.
func startCourier(t *testing.T, db *sql.DB) *courier {
	t.Helper()
	ctx, err := dbos.NewContext(context.WithoutCancel(t.Context()), dbos.Config{
		AppName: "courier", SQLiteSystemDB: db, Logger: slog.New(slog.DiscardHandler), ApplicationVersion: "1", ExecutorID: "ann",
	})
	must(t, err)
	c := &courier{Context: ctx}
	dbos.RegisterWorkflow(ctx, c.carry, dbos.WithWorkflowName("carry"))
	must(t, dbos.Launch(ctx))
	t.Cleanup(func() { must(t, dbos.Shutdown(ctx, 20*time.Second)) })
	return c
}

// carry is the workflow.
func (c *courier) carry(ctx dbos.Context, to string) (string, error) {
	if to == "nobody" {
		return "", errors.New("no such mailbox")
	}
	for to == "gate" && !c.open.Load() {
		if _, err := dbos.Sleep(ctx, 20*time.Millisecond); err != nil {
			return "", err
		}
	}
	return "delivered", nil
}

// begin starts a workflow and does not wait for it.
func (c *courier) begin(t *testing.T, id, to string) {
	t.Helper()
	_, err := dbos.RunWorkflow(c.Context, c.carry, to, dbos.WithWorkflowID(id))
	must(t, err)
}

// states returns the states of all workflows as DBOS tells them.
func (c *courier) states(t *testing.T) map[string]model.State {
	t.Helper()
	list, err := dbos.ListWorkflows(c.Context)
	must(t, err)
	all := map[string]model.State{}
	for i := range list {
		all[list[i].ID] = dbosStates[list[i].Status]
	}
	return all
}

var dbosStates = map[dbos.WorkflowStatusType]model.State{
	dbos.WorkflowStatusEnqueued: model.StateQueued, dbos.WorkflowStatusPending: model.StateActive, dbos.WorkflowStatusSuccess: model.StateDone,
	dbos.WorkflowStatusError: model.StateFailed, dbos.WorkflowStatusCancelled: model.StateCancelled,
}

// TestDBOS reads workflows while DBOS works, fails and cancels them. One that was cancelled
// is requeued, which leaves the row that DBOS's own function leaves, and DBOS works it.
func TestDBOS(t *testing.T) {
	t.Parallel()
	db, path := openLibrary(t)
	c := startCourier(t, db)
	c.begin(t, "greet", "ann")
	a := open(t, "dbos", path)
	f := follow(t, a)
	c.begin(t, "stamp", "nobody")
	want := map[string]model.State{"greet": model.StateDone, "stamp": model.StateFailed}
	for _, id := range []string{"mine", "theirs", "kept"} {
		c.begin(t, id, "gate")
		f.refresh()
		want[id] = model.StateActive
	}
	waitFor(t, "DBOS's workflows", func() bool { return cmp.Equal(want, c.states(t)) })
	f.settle(want)
	if diff := cmp.Diff(want, f.states()); diff != "" {
		t.Errorf("what is followed is not what DBOS says (-DBOS +notdone):\n%s", diff)
	}
	for _, id := range []string{"mine", "theirs", "kept"} {
		must(t, dbos.CancelWorkflow(c.Context, id))
		want[id] = model.StateCancelled
	}
	waitFor(t, "cancelled workflows", func() bool { return cmp.Equal(want, c.states(t)) })
	f.settle(want)
	if diff := cmp.Diff(want, f.states()); diff != "" {
		t.Errorf("what is followed is not what DBOS says (-DBOS +notdone):\n%s", diff)
	}
	if p, err := a.Plan(t.Context(), source.Request{Task: "stamp", Action: model.ActionRequeue, Actor: "ann"}); err != nil || p.Refused == "" {
		t.Errorf("DBOS does not resume a workflow that has failed, and it is planned: %v", err)
	}

	c.open.Store(true)
	act(t, a, model.ActionRequeue, "mine")
	_, err := dbos.ResumeWorkflow[string](c.Context, "theirs")
	must(t, err)
	want["mine"], want["theirs"] = model.StateDone, model.StateDone
	waitFor(t, "the requeued workflow", func() bool { return cmp.Equal(want, c.states(t)) })
	f.settle(want)
	if diff := cmp.Diff(want, f.states()); diff != "" {
		t.Errorf("what is followed is not what DBOS says (-DBOS +notdone):\n%s", diff)
	}
	sameRow(t, workflowOf(t, db, "theirs"), workflowOf(t, db, "mine"),
		"workflow_uuid", "created_at", "updated_at", "started_at_epoch_ms", "completed_at", "owner_xid", "creator_xid")
}

func workflowOf(t *testing.T, db *sql.DB, id string) map[string]string {
	t.Helper()
	return rowBy(t, db, "workflow_status", "workflow_uuid", id)
}
