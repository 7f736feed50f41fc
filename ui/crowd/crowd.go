// Package crowd writes large queues of made-up tasks, for benchmarks, for trials by
// hand and for tests that need years of history. Nothing of the program imports it.
//
// A Plan says how many tasks there are of each kind; the same plan gives the same
// queue. The messages are joined from the examples in classify/text/train/own and have
// numbers of their own, in eight languages, 0.3 to 3 kB long. Each system has one file
// here, which says what its rows are; Write writes them and checks the counts.
//
//	go run ./ui/crowd/make -system hermes -tasks 100000 /tmp/big/kanban.db
package crowd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// A Plan says what a queue holds. What is not said otherwise was done.
type Plan struct {
	Tasks     int
	Active    int // they run now
	Waiting   int // they are queued
	Scheduled int
	Blocked   int
	Failed    int
	Cancelled int
	FalseDone int // recorded as done, with a message that says otherwise
	Seed      uint64
	Now       time.Time // when the newest of it happened
}

// Usual is a queue of so many tasks as operators have them: at most 2,000 are live,
// 2 % are blocked, 1.5 % failed, 3 % cancelled and 3 % done in name only.
func Usual(tasks int, now time.Time) Plan {
	live := min(2000, tasks/5)
	return Plan{
		Tasks: tasks, Active: live * 3 / 10, Waiting: live * 6 / 10, Scheduled: live / 10, Blocked: tasks / 50,
		Failed: tasks * 3 / 200, Cancelled: tasks * 3 / 100, FalseDone: tasks * 3 / 100, Seed: 1, Now: now,
	}
}

// Loud is a queue in which so many ask for an operator: most are blocked, some failed.
func (p Plan) Loud(n int) Plan {
	p.Failed = max(p.Failed, n/10)
	p.Blocked = n - p.Failed - p.FalseDone
	return p
}

// counts says how many tasks there are of each state.
func (p *Plan) counts() (n [scheduled + 1]int) {
	n = [...]int{
		blocked: p.Blocked, failed: p.Failed, cancelled: p.Cancelled, falseDone: p.FalseDone,
		active: p.Active, waiting: p.Waiting, scheduled: p.Scheduled,
	}
	n[done] = p.Tasks
	for _, of := range n[blocked:] {
		n[done] -= of
	}
	return n
}

// state is what becomes of a task, whatever its system calls it.
type state int

// The states: those of the past, and from active on those of now.
const (
	done state = iota
	blocked
	failed
	cancelled
	falseDone
	active
	waiting
	scheduled
)

// task is one task of any system.
type task struct {
	n        int
	id       uint32 // unlike any other's
	state    state
	title    string
	body     string
	worker   string
	created  time.Time
	due      time.Time // of scheduled ones
	tries    []try     // runs, the oldest first
	obstacle string
	kind     string // of the obstacle
	parent   uint32 // 0: none
	priority int
}

// try is one run of a task.
type try struct {
	id         int64
	begun      time.Time
	ended      time.Time // zero: it runs
	state      state     // how it ended: done, blocked, failed; cancelled: its worker died
	text, err  string
	cost       float64
	tokens     int
	calls      int
	filesWrote int
}

func (t *task) last() *try {
	if len(t.tries) == 0 {
		return nil
	}
	return &t.tries[len(t.tries)-1]
}

// result is the final message.
func (t *task) result() string {
	if t.state == done || t.state == falseDone {
		return t.last().text
	}
	return ""
}

// dealer deals the tasks of a plan, the oldest first.
type dealer struct {
	plan   Plan
	rng    *rand.Rand
	corpus *corpus
	left   [scheduled + 1]int
	dealt  int
	runs   int64
	finished,
	pending []uint32 // some of those before, by whether they were done
}

func newDealer(p Plan) (*dealer, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(p.Tasks))) //nolint:gosec // the same plan must give the same queue
	d := &dealer{plan: p, rng: rng, left: p.counts()}
	for _, n := range d.left {
		if n < 0 {
			return nil, fmt.Errorf("the plan does not add up: %+v", p)
		}
	}
	var err error
	d.corpus, err = readCorpus()
	return d, err
}

// draw says what the next task is: the newest are the live ones, all others are mixed.
func (d *dealer) draw() state {
	from, to := done, falseDone
	if d.left[done]+d.left[blocked]+d.left[failed]+d.left[cancelled]+d.left[falseDone] == 0 {
		from, to = active, scheduled
	}
	of := 0
	for s := from; s <= to; s++ {
		of += d.left[s]
	}
	at := d.rng.IntN(of)
	for s := from; ; s++ {
		if at < d.left[s] {
			d.left[s]--
			return s
		}
		at -= d.left[s]
	}
}

// span is how far a queue of so many tasks reaches back: a thousand a day.
func span(tasks int) time.Duration { return max(3*24*time.Hour, time.Duration(tasks)*86*time.Second) }

// next deals a task.
func (d *dealer) next() *task {
	r := d.rng
	t := &task{n: d.dealt, id: uint32(d.dealt+1) * 0x9e3779b1, state: d.draw(), priority: r.IntN(4)}
	d.dealt++
	said := d.corpus.tongues[pick(r, d.corpus.order)]
	t.title = fmt.Sprintf("%s (%s, %s)", line(vary(r, pick(r, said.prompts)), 90), pick(r, parts), pick(r, places))
	t.body = fmt.Sprintf("%s\n\n%s\n%s", pick(r, said.prompts), pick(r, constraints), pick(r, constraints))
	t.worker = fmt.Sprintf("%s-%d", pick(r, workers), r.IntN(9))
	t.created = d.plan.Now.Add(-d.ago(t))
	if t.state == scheduled {
		t.due = d.plan.Now.Add(time.Duration(1+r.IntN(72)) * time.Hour)
	}
	d.addRuns(t, said)
	before := d.finished
	if t.state == waiting && r.IntN(2) == 0 {
		before = d.pending
	}
	if r.IntN(12) == 0 && len(before) > 0 {
		t.parent = pick(r, before)
	}
	d.remember(t)
	return t
}

// ago is how long ago the task was made. The live ones are of the last minutes.
func (d *dealer) ago(t *task) time.Duration {
	if t.state >= active {
		return 10*time.Minute + time.Duration(d.rng.Int64N(int64(20*time.Minute)))
	}
	part := 1 - float64(t.n)/float64(d.plan.Tasks)
	return 8*time.Hour + time.Duration(part*float64(span(d.plan.Tasks)))
}

// remember keeps some ids that later tasks may wait for.
func (d *dealer) remember(t *task) {
	const most = 500
	keep := func(ids *[]uint32) {
		if len(*ids) < most {
			*ids = append(*ids, t.id)
		} else {
			(*ids)[t.n%most] = t.id
		}
	}
	if t.state == done {
		keep(&d.finished)
	}
	if t.state == active || t.state == waiting {
		keep(&d.pending)
	}
}

// addRuns adds the runs of a task: one in eight needs several.
func (d *dealer) addRuns(t *task, said *tongue) {
	r := d.rng
	if t.state == waiting || t.state == scheduled {
		return
	}
	runs := 1
	if r.IntN(8) == 0 {
		runs += 1 + r.IntN(2)
	}
	at := t.created.Add(time.Duration(5+r.IntN(240)) * time.Second)
	for i := range runs {
		d.runs++
		run := try{
			id: d.runs, begun: at, state: cancelled, cost: math.Exp(r.NormFloat64() - 1.5), tokens: 4000 + r.IntN(180_000),
			calls: 3 + r.IntN(60), filesWrote: r.IntN(9),
		}
		took := time.Duration(20+r.IntN(100)) * time.Second
		switch {
		case i < runs-1:
			run.err = fmt.Sprintf(pick(r, crashes), 1+r.IntN(126))
		case t.state == active:
			t.tries = append(t.tries, run)
			return
		default:
			took += time.Duration(r.IntN(3600)) * time.Second
			run.state = t.state
			d.finish(t, &run, said)
		}
		run.ended = at.Add(took)
		at = run.ended.Add(time.Duration(2+r.IntN(60)) * time.Second)
		t.tries = append(t.tries, run)
	}
}

// finish gives the last run of a task its message, and the task what that says of its state.
func (d *dealer) finish(t *task, run *try, said *tongue) {
	var e *example
	switch t.state {
	case done:
		run.text = said.report(d.rng)
	case failed:
		run.text, e = said.complaint(d.rng, said.failed)
		run.err = line(e.Text, 300)
	default:
		run.text, e = said.complaint(d.rng, said.blocked)
		t.obstacle, t.kind = e.Quote, e.Kind
		if t.obstacle == "" {
			t.obstacle = line(e.Text, 300)
		}
	}
	if t.state == falseDone {
		run.state = done
	}
}

// What titles and bodies are made of, beside prompts.
var (
	parts = []string{
		"billing", "checkout", "search", "ledger", "inventory", "parcels", "catalogue", "payroll", "wiki", "mail relay", "importer",
		"mobile app", "data lake", "auth", "reports", "label printer", "scheduler", "chat", "price feed", "archive", "survey", "fleet",
	}
	places = []string{
		"eu-1", "eu-2", "us-east", "us-west", "ap-south", "staging", "north store", "south store", "head office", "lab", "tenant 14",
		"tenant 27", "tenant 31", "pilot", "branch 6", "branch 9", "partner portal", "internal", "release 5", "release 6",
	}
	constraints = []string{
		"Keep the public interface as it is, and add a test for what changes.",
		"Write what you find to the notes of the week; a table is fine.",
		"Do not touch production data. Ask when a decision is needed.",
		"Prices are in the currency of the store; do not convert them.",
		"The branch is protected: open a merge request and name who should look at it.",
		"If a dependency has to be raised, say which and why.",
		"Stop when it takes more than an hour and report what is left.",
		"Numbers must agree with the ledger of the same day.",
		"Use the existing client; no new library without asking.",
		"Customers read this: no internal names, no abbreviations.",
	}
	workers = []string{"opus", "sonnet", "codex", "runner", "night", "batch", "default"}
	crashes = []string{
		"worker exited with code %d: connection reset by peer", "killed after its heartbeat was missed %d times",
		"spawn failed: no slot on the host for %d s", "worker exited with code %d without a result",
		"upstream answered 529 overloaded, attempt %d", "context deadline exceeded after %d tool calls",
	}
)
