package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"notdone/source/queue/client"
)

// RunsFolder is the folder beside the queue file that holds the logs.
const RunsFolder = "runs"

// logSuffix ends the name of a log; without it the name is that of the attempt's folder.
const logSuffix = ".log"

// task is one task that the worker has claimed.
type task struct {
	*worker
	as    *client.Worker
	claim *client.Claim
	began time.Time // before the claim

	mu      sync.Mutex
	running *running      // nil until it is started
	lost    chan struct{} // closed when another one has the task
	gone    bool          // lost is closed
	until   time.Time     // when the command ends if the lease is not renewed
}

// holdsUntil returns when a command ends whose lease was renewed last at the time.
func (w *worker) holdsUntil(renewed time.Time) time.Time { return renewed.Add(w.Lease * 3 / 4) }

// renewed notes that the lease was renewed, or is another's.
func (t *task) renewed(at time.Time, lost bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if lost {
		if !t.gone {
			t.gone = true
			close(t.lost)
		}
		return
	}
	if t.until = t.holdsUntil(at); t.running != nil {
		t.running.order(&order{Until: t.until.UnixMilli()}, orderTimeout)
	}
}

// ending is why the worker ended an attempt.
type ending uint8

const (
	byItself ending = iota
	byTimeout
	byStop
	byLoss
)

// run runs the command and records how it ended.
func (t *task) run() {
	defer func() {
		t.worker.mu.Lock()
		defer t.worker.mu.Unlock()
		delete(t.active, t)
		select {
		case t.ended <- struct{}{}:
		default: // the loop will look anyway
		}
	}()
	c := t.claim
	if t.stop.Err() != nil {
		t.release("the worker stopped", &client.Report{})
		return
	}
	t.tell(&Event{Name: "claimed", ID: c.ID, Title: c.Title, Attempt: c.Attempt, Log: t.logFile()})
	a, why, err := t.attempt()
	if err != nil {
		t.fail(err)
		t.release("the worker failed: "+err.Error(), &client.Report{})
		return
	}
	a.ended = time.Now()
	a.duration = a.ended.Sub(t.began)
	a.read(t.judge, t.Weights)
	r := a.report()
	t.spend(r.CostUSD)
	r.Output = a.message
	v := a.judge(t.judge)
	switch {
	case why == byLoss:
		t.giveUp("another worker has it, or it was cancelled", &r)
	case a.end.Lapsed:
		t.giveUp("the lease could not be renewed in time", &r)
	case why == byStop && !v.Declared:
		t.release("the worker stopped", &r)
	default:
		t.finish(&v, &r, a)
	}
	if v.Outcome == spawnFailed && !a.end.TooLong {
		t.fail(errors.New(v.Why))
	}
}

func (t *task) logFile() string { return filepath.Join(t.path, filepath.FromSlash(t.claim.LogPath)) }

// attempt runs the command to its end. An error is one of the worker, not of the command.
func (t *task) attempt() (a *attempt, why ending, err error) {
	log, err := t.folder.OpenFile(t.claim.LogPath, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, byItself, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	dir := strings.TrimSuffix(t.claim.LogPath, logSuffix)
	if err := t.folder.Mkdir(dir, 0o700); err != nil {
		return nil, byItself, err
	}
	defer func() { _ = t.folder.Remove(dir) }() // it stays when anything is in it
	w := newWish(t.claim)
	w.Queue, w.RunDir = t.client.Name(), filepath.Join(t.path, filepath.FromSlash(dir))
	t.findSession(w)
	cmd := &command{argv: w.argv(t.Command), env: w.env(), grace: t.KillGrace}
	if cmd.stdin, err = w.stdin(t.Command); err != nil {
		return nil, byItself, err
	}
	a = &attempt{claim: t.claim}
	said := newCapture(log, time.Now)
	r, err := t.start(cmd)
	if err != nil {
		return nil, byItself, err
	}
	var reading sync.WaitGroup
	reading.Go(func() { said.take(r.stdout, false) })
	reading.Go(func() { said.take(r.stderr, true) })
	a.end, why = t.wait(r)
	if why == byTimeout {
		a.timeout = t.Timeout
	}
	if a.end.Left > 0 {
		t.tell(&Event{Name: "error", ID: t.claim.ID, Why: fmt.Sprintf("%d of its processes could not be ended", a.end.Left)})
	}
	for _, f := range []*os.File{r.stdout, r.stderr} {
		_ = f.SetReadDeadline(time.Now().Add(drainLimit)) // whoever holds the pipes now outlived SIGKILL
	}
	reading.Wait()
	if err := errors.Join(r.stdout.Close(), r.stderr.Close(), said.close()); err != nil {
		t.tell(&Event{Name: "error", ID: t.claim.ID, Why: "the log is not whole: " + err.Error()})
	}
	a.output = said.read()
	return a, why, nil
}

// drainLimit is how long is read what a command left in its pipes.
const drainLimit = 5 * time.Second

// start starts the command, which ends when the lease is not renewed.
func (t *task) start(c *command) (*running, error) {
	t.mu.Lock()
	if t.until.IsZero() {
		t.until = t.holdsUntil(t.began)
	}
	c.until = t.until
	t.mu.Unlock()
	// It may wait for the supervisor to read its order, which must not delay the heartbeats.
	r, err := start(t.Program, c)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.running = r; t.until.After(c.until) { // it was renewed meanwhile
		r.order(&order{Until: t.until.UnixMilli()}, orderTimeout)
	}
	return r, nil
}

// wait waits for the end of the command, and brings it about where it is time.
func (t *task) wait(r *running) (end report, why ending) {
	ended := make(chan report, 1)
	go func() { ended <- r.wait() }()
	var timeout, graced <-chan time.Time
	if t.Timeout > 0 {
		timer := time.NewTimer(t.Timeout)
		defer timer.Stop()
		timeout = timer.C
	}
	because := func(cause ending, o *order) {
		if why == byItself || cause == byLoss {
			why = cause
		}
		r.order(o, orderTimeout)
	}
	stop, hurry, lost := t.stop.Done(), t.hurry, t.lost
	for {
		select {
		case end = <-ended:
			return end, why
		case <-timeout:
			because(byTimeout, &order{End: true})
		case <-stop:
			timer := time.NewTimer(t.Grace)
			defer timer.Stop()
			stop, graced = nil, timer.C
		case <-graced:
			because(byStop, &order{End: true})
		case <-hurry:
			hurry = nil
			because(byStop, &order{Kill: true})
		case <-lost:
			lost = nil
			because(byLoss, &order{Kill: true})
		}
	}
}

// finish records how the attempt ended.
func (t *task) finish(v *Verdict, r *client.Report, a *attempt) {
	id, outcome := t.claim.ID, v.Outcome
	e := &Event{
		Name: outcome, Kind: kindName(v), Why: v.Why, Evidence: v.Evidence,
	}
	switch {
	case !v.Done():
		r.Error = v.Why
	case a.end.Signal != 0: // a task that is done has no error; the code is that of a shell
		code := 128 + a.end.Signal
		r.ExitCode = &code
	}
	if wait := t.retryAfter(v, a); wait > 0 {
		at := time.Now().Add(wait)
		e.Name, e.RetryAt = "retry", &at
		t.record(e, r, func(ctx context.Context) (bool, error) { return t.client.Retry(ctx, t.as, id, runOutcome(v), r, wait) })
		return
	}
	switch outcome {
	case done, refused:
		if outcome == done && !v.Declared {
			outcome = ""
		}
		t.record(e, r, func(ctx context.Context) (bool, error) { return t.client.Finish(ctx, t.as, id, outcome, r) })
	case blocked, rateLimited:
		if e.Name = blocked; v.Outcome == rateLimited {
			e.Evidence += ", no attempt left"
		}
		t.record(e, r, func(ctx context.Context) (bool, error) { return t.client.Block(ctx, t.as, id, kindName(v), v.Why, r) })
		if t.Blocked != nil {
			t.Blocked(e)
		}
	default:
		t.record(e, r, func(ctx context.Context) (bool, error) { return t.client.Fail(ctx, t.as, id, runOutcome(v), r) })
	}
}

// kindName returns the kind of obstacle for the queue; empty: nothing stands in the way.
func kindName(v *Verdict) string {
	if v.Done() {
		return ""
	}
	return v.Kind.String()
}

// runOutcome returns the outcome of an attempt that did not succeed.
func runOutcome(v *Verdict) string {
	if v.Outcome == failed && v.Kind.String() == "rate-limit" {
		return rateLimited
	}
	return v.Outcome
}

// retryAfter returns how long to wait before the task is tried again; 0: a person must
// look at it.
func (t *task) retryAfter(v *Verdict, a *attempt) time.Duration {
	c := t.claim
	if v.Done() || v.Outcome == refused || a.stoppedByPerson() || !slices.Contains(t.RetryOn, v.Kind) || c.Attempt >= cmp.Or(c.MaxAttempts, maxTries) {
		return 0
	}
	wait := min(t.RetryWait<<min(c.Attempt-1, 16), maxRetryWait)
	if known := time.Until(a.limitEnd(v, time.Now())); known > 0 {
		wait = known
	}
	return spread(wait, c.ID)
}

// spread lengthens a wait by up to an eighth, and at most mostSpread, so that tasks that met a limit
// together do not come back together.
func spread(wait time.Duration, id string) time.Duration {
	h := fnv.New32a()
	_, _ = io.WriteString(h, id) // it never fails
	return wait + min(wait/8, mostSpread)*time.Duration(h.Sum32()%64)/64
}

// record tells the queue how the attempt ended. It tries again while others lock the file,
// and for as long as the server cannot be reached: the task is this worker's until another
// one takes it.
func (t *task) record(e *Event, r *client.Report, end func(context.Context) (held bool, err error)) {
	e.ID, e.Title, e.Attempt, e.Log = t.claim.ID, t.claim.Title, t.claim.Attempt, t.logFile()
	e.Seconds, e.CostUSD = time.Since(t.began).Seconds(), r.CostUSD
	ctx := context.WithoutCancel(t.stop)
	held, err := end(ctx)
	hurried := false
	for deadline := time.Now().Add(t.Lease); err != nil && !hurried && t.mayYetBeRecorded(err, deadline); {
		t.noteConnection(err)
		select {
		case <-time.After(t.Poll):
		case <-t.hurry:
			hurried = true
		}
		held, err = end(ctx)
	}
	switch {
	case err != nil:
		// The lease runs out, and the task is run again.
		e.Why, e.Name = fmt.Sprintf("%s could not be recorded: %v", e.Name, err), "error"
		t.fail(err)
	case !held && e.Name != "lost":
		e.Why, e.Name = "it ended as "+e.Name+", and another worker has it or it was cancelled", "lost"
	}
	t.tell(e)
}

// mayYetBeRecorded reports whether a call that ended with an error is worth another one: until the
// deadline, or while the server is away; never once the queue file is gone.
func (t *task) mayYetBeRecorded(err error, deadline time.Time) bool {
	return !errors.Is(err, client.ErrGone) && (time.Now().Before(deadline) || client.IsAway(err) && t.stop.Err() == nil)
}

// release gives the task back.
func (t *task) release(why string, r *client.Report) { t.giveBack("released", why, r) }

// giveUp ends the attempt at a task that the worker may not have any more.
func (t *task) giveUp(why string, r *client.Report) { t.giveBack("lost", why, r) }

func (t *task) giveBack(name, why string, r *client.Report) {
	r.Error = why
	t.record(&Event{Name: name, Why: why}, r, func(ctx context.Context) (bool, error) {
		return t.client.Release(ctx, t.as, t.claim.ID, r)
	})
}

// maxSession is how much of an earlier log is read for the id of its session.
const maxSession = 1 << 20

// findSession finds out what agent made the last attempt, and by which session.
func (t *task) findSession(w *wish) {
	if t.claim.Previous == nil || t.claim.Previous.LogPath == "" || !slices.Contains(t.Command, resumeHolder) {
		return
	}
	f, err := t.folder.OpenFile(t.claim.Previous.LogPath, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return // without the log the agent begins anew
	}
	defer f.Close() //nolint:errcheck // it was read
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	head, err := io.ReadAll(io.LimitReader(f, maxSession))
	if err != nil {
		return
	}
	said := newCapture(io.Discard, time.Now)
	said.add(head, false)
	if said.close() == nil {
		w.useSession(said.read().log.Kind, said.read().log.Session)
	}
}
