package work

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource"
	"notdone/source/queue/client"
)

// Options configure a worker. Zero durations stand for the defaults.
type Options struct {
	Queue      string        // a queue file, or the name of a PostgreSQL database
	Runs       string        // the folder that holds a folder of logs for each database
	Command    []string      // the program and its arguments, with Placeholders; no shell reads them
	Parallel   int           // how many tasks at a time; at least 1
	Once       bool          // end after one task, or at once if there is none
	UntilEmpty bool          // end when no task is ready
	Timeout    time.Duration // of an attempt; 0: none
	BudgetUSD  float64       // no claims once the attempts have cost this much; 0: no limit
	// RetryOn are the kinds of obstacles that disappear with time. A task that meets one is
	// retried; a task that meets another one waits for a person.
	RetryOn []model.ObstacleKind
	// Blocked is called with the event of each task that is blocked; may be nil. It is
	// called from several goroutines.
	Blocked func(*Event)
	Event   func(*Event)  // is called with every event, one call at a time; may be nil
	Weights *text.Weights // for the reading of final messages; nil: the shipped ones
	Program string        // this program, whose SupervisorCommand calls Supervise
	Host    string        // this machine; may be empty

	// Grace is how long running commands may continue after the context has ended.
	Grace time.Duration
	// Lease is the lease of a claim. A worker that cannot renew it ends its commands after
	// three quarters of it.
	Lease     time.Duration
	KillGrace time.Duration // between SIGTERM and SIGKILL
	Poll      time.Duration // the interval of polling while no task is ready
	RetryWait time.Duration // before the second attempt; it doubles with each attempt
}

// The default durations.
const (
	defaultGrace     = 30 * time.Second
	defaultLease     = time.Minute
	defaultKillGrace = 5 * time.Second
	defaultPoll      = time.Second
	defaultRetryWait = time.Minute
	maxRetryWait     = time.Hour
	mostSpread       = 10 * time.Minute
)

// maxTries is the number of attempts after which a task without a limit of its own is no longer
// retried automatically.
const maxTries = 10

// ErrBudget says that the worker ended because its budget is spent.
var ErrBudget = errors.New("the budget is spent")

// maxFailures is the number of consecutive failed claims after which the worker ends.
const maxFailures = 5

// worker is one run of the loop.
type worker struct {
	Options
	client *client.Client
	beats  *client.Client // for heartbeats alone, so that they wait for no other call
	folder *os.Root       // the paths of logs are relative to it: the folder of the queue file, or of a database's logs
	path   string         // of folder
	runs   string         // the folder of the logs within folder, with a slash; empty: folder itself
	judge  *classify.Judge
	name   string
	space  string // the pid namespace; empty: unknown

	stop  context.Context // after its end nothing is claimed, and commands have their grace
	hurry <-chan struct{} // closed: commands are killed at once

	ended   chan struct{}   // has a value if a task has ended since the last pause
	changed <-chan struct{} // receives when the queue may have changed; nil: the worker polls

	mu      sync.Mutex // guards the fields down to away
	spent   float64    // US dollars
	unknown bool       // the cost of an attempt is unknown
	active  map[*task]bool
	fatal   error // the error of Run; set: nothing more is claimed
	away    bool  // the server cannot be reached

	telling sync.Mutex // held during Event
}

// Run claims and runs tasks until the context ends or an option ends it. Commands that run
// when the context ends have their grace; unfinished tasks then go back into the queue. When
// hurry is closed the commands are killed at once. The error says why the worker ended; it is
// nil after the end of the context and after Once or UntilEmpty.
func Run(ctx context.Context, hurry <-chan struct{}, o Options) (err error) {
	w := &worker{Options: o, stop: ctx, hurry: hurry, active: map[*task]bool{}, ended: make(chan struct{}, 1), judge: classify.New(classify.DefaultConfig())}
	if err := w.prepare(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	if err := w.open(ctx); err != nil {
		return err
	}
	beating, stopBeats := context.WithCancel(context.WithoutCancel(ctx))
	beaten := make(chan struct{})
	go func() {
		defer close(beaten)
		w.beat(beating)
	}()
	if w.runs == "" {
		w.tell(&Event{Name: "logs", Why: w.path})
	}
	w.loop()
	stopBeats()
	<-beaten
	return w.fatal
}

// prepare sets the defaults of the options and checks the command.
func (w *worker) prepare() error {
	w.Parallel = max(w.Parallel, 1)
	w.Grace, w.Lease = cmp.Or(w.Grace, defaultGrace), cmp.Or(w.Lease, defaultLease)
	w.KillGrace, w.Poll = cmp.Or(w.KillGrace, defaultKillGrace), cmp.Or(w.Poll, defaultPoll)
	w.RetryWait = cmp.Or(w.RetryWait, defaultRetryWait)
	if len(w.Command) == 0 || w.Command[0] == "" {
		return errors.New("there is no command to run")
	}
	if strings.Contains(w.Command[0], "{") {
		return fmt.Errorf("%q: the program must not depend on the task", w.Command[0])
	}
	if _, err := exec.LookPath(w.Command[0]); err != nil && !errors.Is(err, exec.ErrDot) {
		return err
	}
	return nil
}

func (w *worker) open(ctx context.Context) (err error) {
	path := w.Queue
	if !source.OnServer(path) {
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return fmt.Errorf("%s: %w", w.Queue, source.WithoutPath(err))
		}
	}
	if w.client, err = client.Dial(ctx, path); err != nil {
		return err
	}
	if w.beats, err = client.Dial(ctx, path); err != nil {
		return err
	}
	if err := w.openFolder(ctx); err != nil {
		return err
	}
	w.changed = w.client.Changes(ctx)
	w.space, _ = os.Readlink("/proc/self/ns/pid") // Linux alone has it
	id := make([]byte, 3)
	_, _ = rand.Read(id) // it never fails
	w.name = fmt.Sprintf("%s-%d-%s", cmp.Or(w.Host, "worker"), os.Getpid(), hex.EncodeToString(id))
	return nil
}

// openFolder opens the folder of the logs, which it creates if necessary: beside a queue file, or
// for a database below Options.Runs.
func (w *worker) openFolder(ctx context.Context) error {
	name, err := w.client.LogFolder(ctx)
	if err != nil {
		return err
	}
	if w.path, w.runs = filepath.Dir(w.client.Name()), RunsFolder+"/"; name != "" {
		if w.path, w.runs = filepath.Join(w.Runs, name), ""; !filepath.IsAbs(w.path) {
			return fmt.Errorf("%q is no absolute folder for the logs of the queue", w.Runs)
		}
		if err := os.MkdirAll(w.path, 0o700); err != nil {
			return noFolder(w.path, err)
		}
	}
	if w.folder, err = os.OpenRoot(w.path); err != nil || w.runs == "" {
		return err
	}
	if err := w.folder.MkdirAll(RunsFolder, 0o700); err != nil {
		return noFolder(filepath.Join(w.path, RunsFolder), err)
	}
	return nil
}

// noFolder says why the folder of the logs cannot be made.
func noFolder(path string, err error) error {
	if errors.Is(err, fs.ErrExist) || errors.Is(err, syscall.ENOTDIR) {
		return fmt.Errorf("%s: the logs of the agents belong into this folder, and a file has its name", path)
	}
	return fmt.Errorf("%s: the folder of the logs cannot be made: %w", path, source.WithoutPath(err))
}

func (w *worker) close() (err error) {
	for _, c := range []*client.Client{w.client, w.beats} {
		if c != nil {
			err = errors.Join(err, c.Close())
		}
	}
	if w.folder != nil {
		err = errors.Join(err, w.folder.Close())
	}
	return err
}

// loop claims tasks and runs each in a goroutine. It returns when all of them have ended.
func (w *worker) loop() {
	free := make(chan int, w.Parallel)
	for i := range w.Parallel {
		free <- i + 1
	}
	var running sync.WaitGroup
	defer running.Wait()
	for failures := 0; ; {
		var slot int
		select {
		case slot = <-free:
		case <-w.stop.Done():
		}
		if w.shouldEnd() {
			return
		}
		alone := w.idle()
		t, err := w.claim(slot)
		switch {
		case t != nil:
			failures = 0
			w.noteConnection(nil)
			running.Go(func() {
				t.run()
				free <- slot
			})
			if w.Once {
				return
			}
			continue
		case err == nil, client.IsBusy(err), client.IsAway(err):
			failures = 0
			w.noteConnection(err)
		case w.stop.Err() == nil:
			if failures++; failures >= maxFailures || errors.Is(err, client.ErrGone) {
				w.fail(err)
				return
			}
			w.tell(&Event{Name: "error", Why: err.Error()})
		}
		free <- slot
		if err == nil && (w.Once || w.UntilEmpty && alone) {
			return
		}
		w.pause()
	}
}

// shouldEnd reports whether nothing more may be claimed, and then reports the reason as an event.
func (w *worker) shouldEnd() bool {
	w.mu.Lock()
	fatal, cost := w.fatal, w.spent
	w.mu.Unlock()
	spent := w.BudgetUSD > 0 && cost >= w.BudgetUSD
	switch {
	case fatal != nil:
	case spent:
		w.fail(ErrBudget)
		w.tell(&Event{Name: "stopped", Why: fmt.Sprintf("the budget is spent: $%.2f of $%.2f", cost, w.BudgetUSD)})
	case w.stop.Err() != nil:
		w.tell(&Event{Name: "stopped", Why: "it was told to stop"})
	default:
		return false
	}
	return true
}

// fail sets the error of Run, unless there is one. The worker ends once its tasks have ended.
func (w *worker) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fatal = cmp.Or(w.fatal, err)
}

// idle reports whether no task runs.
func (w *worker) idle() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.active) == 0
}

// pause waits until the next claim may find a task: a poll interval, a change of the queue, the
// end of a task, or the end of the worker.
func (w *worker) pause() {
	wait := time.NewTimer(w.Poll)
	defer wait.Stop()
	select {
	case <-wait.C:
	case <-w.ended:
	case <-w.changed:
	case <-w.stop.Done():
	}
}

// noteConnection notes, by the error of a call, whether the server of the queue can be reached,
// and reports a change of that as an event.
func (w *worker) noteConnection(err error) {
	away := client.IsAway(err)
	w.mu.Lock()
	told := w.away == away
	w.away = away
	w.mu.Unlock()
	switch {
	case told:
	case away:
		w.tell(&Event{Name: "error", Why: err.Error()})
	default:
		w.tell(&Event{Name: "connected", Why: "the server of the queue answers again"})
	}
}

// claim claims a task for a slot; nil if no task is ready.
func (w *worker) claim(slot int) (*task, error) {
	as := &client.Worker{
		Name: fmt.Sprintf("%s.%d", w.name, slot), Host: w.Host, PID: os.Getpid(), Namespace: w.space, Lease: w.Lease,
	}
	before := time.Now()
	c, err := w.client.Claim(w.stop, as, w.logPath)
	if c == nil || err != nil {
		return nil, err
	}
	t := &task{worker: w, as: as, claim: c, began: before, lost: make(chan struct{})}
	w.mu.Lock()
	w.active[t] = true
	w.mu.Unlock()
	return t, nil
}

// logPath names the log of an attempt, within folder, as no file there is named: another queue
// beside this one, or one that was there before, may have had the same task and run.
func (w *worker) logPath(c *client.Claim) string {
	path := w.runs + client.LogName(c)
	stem := strings.TrimSuffix(path, logSuffix)
	for n := 2; w.taken(path); n++ {
		path = stem + "-" + strconv.Itoa(n) + logSuffix
	}
	return path
}

// taken reports whether there is a log of that name, or the folder of its attempt.
func (w *worker) taken(path string) bool {
	_, file := w.folder.Lstat(path)
	_, folder := w.folder.Lstat(strings.TrimSuffix(path, logSuffix))
	return file == nil || folder == nil
}

// beat renews the leases of all running tasks, in one transaction each time, until ctx ends.
func (w *worker) beat(ctx context.Context) {
	tick := time.NewTicker(w.Lease / 6)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
		w.mu.Lock()
		var all []*task
		for t := range w.active {
			all = append(all, t)
		}
		w.mu.Unlock()
		if len(all) == 0 {
			continue
		}
		// Clients that lock rows in one order do not wait for each other.
		slices.SortFunc(all, func(a, b *task) int { return cmp.Compare(a.claim.ID, b.claim.ID) })
		var lost []*task
		before := time.Now()
		err := w.beats.Transact(ctx, func(tx *client.Tx) error {
			lost = nil
			for _, t := range all {
				held, err := tx.Heartbeat(t.as, t.claim.ID)
				if err != nil {
					return err
				}
				if !held {
					lost = append(lost, t)
				}
			}
			return nil
		})
		if err != nil {
			continue // a task whose lease is not renewed ends by itself before the lease does
		}
		for _, t := range all {
			t.renewed(before, slices.Contains(lost, t))
		}
	}
}

// tell calls Options.Event.
func (w *worker) tell(e *Event) {
	e.At, e.Queue = time.Now(), pgsource.Shown(w.Queue)
	w.telling.Lock()
	defer w.telling.Unlock()
	if w.Event != nil {
		w.Event(e)
	}
}

// spend adds the cost of an attempt in US dollars; nil: it is unknown.
func (w *worker) spend(cost *float64) {
	w.mu.Lock()
	first := cost == nil && !w.unknown
	if cost != nil {
		w.spent += *cost
	}
	w.unknown = w.unknown || cost == nil
	w.mu.Unlock()
	if first && w.BudgetUSD > 0 {
		w.tell(&Event{Name: "error", Why: "the log of an attempt does not say what it cost: the budget cannot be kept"})
	}
}
