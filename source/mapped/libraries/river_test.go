package libraries

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/riverqueue/river/rivertype"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
)

// letter is a job of the tests: To says what becomes of it.
type letter struct {
	To string `json:"to"`
}

func (letter) Kind() string { return "letter" }

type postman struct {
	river.WorkerDefaults[letter]
	moved   atomic.Bool   // nobody has a mailbox now
	holding chan struct{} // the slow letter is being carried
	release chan struct{} // it arrives
}

func (p *postman) Work(ctx context.Context, job *river.Job[letter]) error {
	switch {
	case job.Args.To == "nobody" && !p.moved.Load():
		return errors.New("no such mailbox")
	case job.Args.To == "returned":
		return river.JobCancel(errors.New("refused by its receiver"))
	case job.Args.To == "slow":
		close(p.holding)
		select {
		case <-p.release:
		case <-ctx.Done():
		}
	}
	return nil
}

// NextRetry puts a second attempt out of the test.
func (*postman) NextRetry(*river.Job[letter]) time.Time { return time.Now().Add(time.Hour) }

// post is a River queue with its client.
type post[Tx any] struct {
	*river.Client[Tx]
	*postman
	driver func() riverdriver.Driver[Tx]
}

// openPost makes River's tables in a database.
func openPost[Tx any](t testing.TB, driver func() riverdriver.Driver[Tx]) *post[Tx] {
	t.Helper()
	migrator, err := rivermigrate.New(driver(), &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	must(t, err)
	_, err = migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil)
	must(t, err)
	p := &post[Tx]{postman: &postman{holding: make(chan struct{}), release: make(chan struct{})}, driver: driver}
	p.newClient(t)
	return p
}

// openSQLite makes a queue in a file.
func openSQLite(t *testing.T) (p *post[*sql.Tx], db *sql.DB, path string) {
	t.Helper()
	db, path = openLibrary(t)
	return openPost(t, func() riverdriver.Driver[*sql.Tx] { return riversqlite.New(db) }), db, path
}

// newClient makes a client that is not started: a stopped one cannot be started again.
func (p *post[Tx]) newClient(t testing.TB) {
	t.Helper()
	workers := river.NewWorkers()
	river.AddWorker(workers, p.postman)
	client, err := river.NewClient(p.driver(), &river.Config{
		Logger: slog.New(slog.DiscardHandler), Workers: workers, Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 4}},
		FetchCooldown: 20 * time.Millisecond, FetchPollInterval: 20 * time.Millisecond,
	})
	must(t, err)
	p.Client = client
}

func (p *post[Tx]) insert(t *testing.T, to string, opts *river.InsertOpts) string {
	t.Helper()
	r, err := p.Insert(context.WithoutCancel(t.Context()), letter{to}, opts)
	must(t, err)
	return fmt.Sprint(r.Job.ID)
}

// states returns the states of all jobs as River tells them.
func (p *post[Tx]) states(t *testing.T) map[string]rivertype.JobState {
	t.Helper()
	jobs, err := p.JobList(t.Context(), river.NewJobListParams().First(1000))
	must(t, err)
	all := map[string]rivertype.JobState{}
	for _, job := range jobs.Jobs {
		all[fmt.Sprint(job.ID)] = job.State
	}
	return all
}

// riverStates is what River's states stand for.
var riverStates = map[rivertype.JobState]model.State{
	rivertype.JobStateAvailable: model.StateQueued, rivertype.JobStatePending: model.StateBlocked, rivertype.JobStateScheduled: model.StateScheduled,
	rivertype.JobStateRetryable: model.StateScheduled, rivertype.JobStateRunning: model.StateActive, rivertype.JobStateCompleted: model.StateDone,
	rivertype.JobStateDiscarded: model.StateFailed, rivertype.JobStateCancelled: model.StateCancelled,
}

// TestRiver reads a queue while River's client inserts and works jobs, and compares what
// is followed with what River says itself.
func TestRiver(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		p, _, path := openSQLite(t)
		p.compare(t, open(t, "river", path))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		url, _ := pgtest.Database(t)
		pool, err := pgxpool.New(t.Context(), url)
		must(t, err)
		t.Cleanup(pool.Close)
		p := openPost(t, func() riverdriver.Driver[pgx.Tx] { return riverpgxv5.New(pool) })
		p.compare(t, openURL(t, "river", url))
	})
}

func (p *post[Tx]) compare(t *testing.T, a source.Source) {
	t.Helper()
	followed := follow(t, a)
	later := time.Now().Add(time.Hour)
	want := map[string]rivertype.JobState{
		p.insert(t, "nobody", &river.InsertOpts{MaxAttempts: 1}):    rivertype.JobStateDiscarded,
		p.insert(t, "nobody", &river.InsertOpts{MaxAttempts: 3}):    rivertype.JobStateRetryable,
		p.insert(t, "returned", nil):                                rivertype.JobStateCancelled,
		p.insert(t, "slow", nil):                                    rivertype.JobStateRunning,
		p.insert(t, "ann", &river.InsertOpts{ScheduledAt: later}):   rivertype.JobStateScheduled,
		p.insert(t, "ann", &river.InsertOpts{Pending: true}):        rivertype.JobStatePending,
		p.insert(t, "ann", &river.InsertOpts{Queue: "no_one_here"}): rivertype.JobStateAvailable,
	}
	must(t, p.Start(t.Context()))
	for range 100 {
		want[p.insert(t, "ann", nil)] = rivertype.JobStateCompleted
		followed.refresh()
	}
	<-p.holding
	waitFor(t, "River's jobs", func() bool { return cmp.Equal(want, p.states(t)) })
	states := map[string]model.State{}
	for id, state := range want {
		states[id] = riverStates[state]
	}
	followed.settle(states)
	if diff := cmp.Diff(states, followed.states()); diff != "" {
		t.Errorf("what is followed is not what River says (-River +notdone):\n%s", diff)
	}
	if diff := cmp.Diff(states, statesOf(list(t, a))); diff != "" {
		t.Errorf("what is listed is not what River says (-River +notdone):\n%s", diff)
	}
	close(p.release)
	must(t, p.Stop(t.Context()))
}

// jobs is what TestRiverActs reads of a database beside River and notdone.
type jobs struct {
	source.Actor
	row func(id string) map[string]string // by column, each value with its type
}

// TestRiverActs: what is done to a job is what River's own functions do to another one
// like it, and River works a job that was requeued.
func TestRiverActs(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		p, db, path := openSQLite(t)
		p.act(t, func() jobs {
			return jobs{open(t, "river", path), func(id string) map[string]string { return rowOf(t, db, "river_job", id) }}
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		url, _ := pgtest.Database(t)
		pool, err := pgxpool.New(t.Context(), url)
		must(t, err)
		t.Cleanup(pool.Close)
		p := openPost(t, func() riverdriver.Driver[pgx.Tx] { return riverpgxv5.New(pool) })
		p.act(t, func() jobs {
			return jobs{openURL(t, "river", url).(source.Actor), func(id string) map[string]string { return rowOfPg(t, pool, "river_job", id) }}
		})
	})
}

// act takes a function that opens the queue when it has jobs.
func (p *post[Tx]) act(t *testing.T, openJobs func() jobs) {
	t.Helper()
	discarded := func() string { return p.insert(t, "nobody", &river.InsertOpts{MaxAttempts: 1}) }
	retried, requeued, undone := discarded(), discarded(), discarded()
	must(t, p.Start(t.Context()))
	gone := map[string]rivertype.JobState{
		retried: rivertype.JobStateDiscarded, requeued: rivertype.JobStateDiscarded, undone: rivertype.JobStateDiscarded,
	}
	waitFor(t, "discarded jobs", func() bool { return cmp.Equal(gone, p.states(t)) })
	must(t, p.Stop(t.Context()))
	p.newClient(t)
	later := &river.InsertOpts{ScheduledAt: time.Now().Add(time.Hour)}
	cancelled, alike := p.insert(t, "ann", later), p.insert(t, "ann", later)
	hurried, hasty := p.insert(t, "ann", later), p.insert(t, "ann", later)

	a := openJobs()
	_, err := p.JobRetry(t.Context(), number(t, retried))
	must(t, err)
	act(t, a, model.ActionRequeue, requeued)
	sameRow(t, a.row(retried), a.row(requeued), "id", "attempted_at", "created_at", "errors", "metadata", "scheduled_at")
	_, err = p.JobCancel(t.Context(), number(t, cancelled))
	must(t, err)
	act(t, a, model.ActionCancel, alike)
	sameRow(t, a.row(cancelled), a.row(alike), "id", "created_at", "metadata", "scheduled_at", "finalized_at")
	_, err = p.JobRetry(t.Context(), number(t, hurried))
	must(t, err)
	act(t, a, model.ActionRunNow, hasty)
	sameRow(t, a.row(hurried), a.row(hasty), "id", "created_at", "metadata", "scheduled_at")
	for _, id := range []string{cancelled, alike} {
		job, err := p.JobGet(t.Context(), number(t, id))
		must(t, err)
		var metadata struct {
			At time.Time `json:"cancel_attempted_at"`
		}
		if err := json.Unmarshal(job.Metadata, &metadata); err != nil || time.Since(metadata.At) > time.Hour {
			t.Errorf("job %s: %v, %s", id, err, job.Metadata)
		}
	}

	before := a.row(undone)
	undo(t, a, act(t, a, model.ActionRequeue, undone))
	if diff := cmp.Diff(before, a.row(undone)); diff != "" {
		t.Errorf("the undo leaves (-before +after):\n%s", diff)
	}

	act(t, a, model.ActionRequeue, alike) // a cancelled job is worked again, too
	p.moved.Store(true)
	must(t, p.Start(t.Context()))
	done := []string{requeued, hasty, alike}
	waitFor(t, "the requeued jobs", func() bool {
		states := p.states(t)
		return !slices.ContainsFunc(done, func(id string) bool { return states[id] != rivertype.JobStateCompleted })
	})
	job, err := p.JobGet(t.Context(), number(t, requeued))
	must(t, err)
	if job.Attempt != 2 || p.states(t)[undone] != rivertype.JobStateDiscarded || p.states(t)[cancelled] != rivertype.JobStateCancelled {
		t.Errorf("attempt %d; %v", job.Attempt, p.states(t))
	}
	must(t, p.Stop(t.Context()))
}
