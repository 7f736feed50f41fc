package libraries

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/mikestefanello/backlite"

	"notdone/model"
)

// parcel is a task of the tests.
type parcel struct{ To string }

func (parcel) Config() backlite.QueueConfig {
	return backlite.QueueConfig{
		Name: "parcels", MaxAttempts: 1, Timeout: time.Minute,
		Retention: &backlite.Retention{Data: &backlite.RetainData{}},
	}
}

// TestBacklite reads tasks that Backlite has added, works, has completed and failed.
func TestBacklite(t *testing.T) {
	t.Parallel()
	db, path := openLibrary(t)
	client, err := backlite.NewClient(backlite.ClientConfig{DB: db, NumWorkers: 2, ReleaseAfter: time.Hour})
	must(t, err)
	must(t, client.Install())
	holding, release := make(chan struct{}), make(chan struct{})
	client.Register(backlite.NewQueue(func(_ context.Context, p parcel) error {
		switch p.To {
		case "nobody":
			return errors.New("no such address")
		case "slow":
			close(holding)
			<-release
		}
		return nil
	}))
	f := follow(t, open(t, "backlite", path))
	want := map[string]model.State{}
	add := func(to, table string, wait time.Duration, state model.State) {
		op := client.Add(parcel{to})
		if wait > 0 {
			op = op.Wait(wait)
		}
		ids, err := op.Save()
		must(t, err)
		want[table+"/"+ids[0]] = state
		f.refresh()
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	client.Start(ctx)
	add("ann", "backlite_tasks_completed", 0, model.StateDone)
	add("nobody", "backlite_tasks_completed", 0, model.StateFailed)
	add("ann", "backlite_tasks", time.Hour, model.StateScheduled)
	add("slow", "backlite_tasks", 0, model.StateActive)
	<-holding
	waitFor(t, "Backlite's tasks", func() bool { f.refresh(); return cmp.Equal(want, f.states()) })
	if diff := cmp.Diff(want, statesOf(list(t, f.s))); diff != "" {
		t.Errorf("what is listed is another (-want +got):\n%s", diff)
	}
	close(release)
	client.Stop(context.WithoutCancel(ctx))
}
