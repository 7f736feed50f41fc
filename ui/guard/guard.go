package guard

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"notdone/model"
	"notdone/ui/board"
	"notdone/ui/export"
	"notdone/ui/notify"
	"notdone/ui/words"
)

// Board is what a guard watches, as a *board.Board is.
type Board interface {
	Snapshot() *board.Snapshot
	Subscribe() (updates <-chan struct{}, cancel func())
	Rows(ctx context.Context, refs []model.Ref, yield func(*model.Row) error) error
}

// Options say what a guard watches and whom it tells.
type Options struct {
	Board  Board
	Folder string   // where findings and their deliveries are stored
	Kinds  []Kind   // what is reported
	Rules  []string // the rules whose findings Act is for
	All    bool     // tasks that were in trouble when a queue was first watched are reported too, also at a later start
	Once   bool     // Run ends when everything is delivered
	// Redeliver delivers again what was given up.
	Redeliver bool

	// Found is called with each new finding, Say with what else an operator should know: what
	// cannot be delivered, what was done. Open and Run call both. A finding that Found returns an
	// error for stays new where nobody else is told of it, and Run ends with the error.
	Found func(*Finding) error
	Say   func(string)

	Command *notify.Command // nil: none
	Webhook *Webhook        // nil: none
	GiveUp  time.Duration   // how long a finding is posted again that the server answers with an error
	// Act does something about the task of a finding, and returns what; an error that wraps
	// Refused is final. It is called again after a guard was killed meanwhile. Nil: nothing.
	Act func(ctx context.Context, row *model.Row, rule string) (did string, err error)
	// Metrics is the file that numbers are written to; empty: none.
	Metrics string
}

const (
	// lookPause is how long changes are collected until they are looked at, and for how long a
	// task has to be so: an agent's log may be a moment behind its queue.
	lookPause = 2 * time.Second
	// firstLook is how long a board that was just opened has until it is looked at.
	firstLook = 200 * time.Millisecond
	// failPause is when tasks are read again that could not be read.
	failPause = 5 * time.Second
	// rowsAtOnce is how many findings are kept and told of at a time.
	rowsAtOnce = 200
	// oncePatience is how long a guard that runs once waits for a queue that cannot be read.
	oncePatience = 30 * time.Second
	// endPatience is how long what is being told may go on after the guard is told to end.
	endPatience = 10 * time.Second
)

// Guard watches a board. Its methods but Run may be called from any goroutine.
type Guard struct {
	o      Options
	stores map[string]*store // by the queues as the board names them
	order  []string          // of the queues
	sinks  []*sink
	ended  chan delivery // of sinks that have told something
	counts counts
	gen    uint64 // of looks
	looked bool   // a whole look was made
	late   error  // why there cannot be one now
	found  int
	enc    export.Encoder
	kept   []byte // what stands in the file of metrics; nil: nothing, as far as is known
	warned bool   // that the file cannot be written
}

// Open makes a guard of the board's queues and takes their locks; the error wraps ErrWatched
// where another guard has one. The caller calls Close.
func Open(o Options) (*Guard, error) {
	g := &Guard{o: o, stores: map[string]*store{}, ended: make(chan delivery)}
	g.counts.init()
	g.sinks = g.newSinks()
	for _, s := range o.Board.Snapshot().Sources {
		st, err := openStore(o.Folder, s.Queue)
		if err != nil {
			return nil, errors.Join(err, g.Close())
		}
		g.stores[s.Queue] = st
		g.order = append(g.order, s.Queue)
		if o.Redeliver {
			if _, err := st.redeliver(); err != nil {
				return nil, errors.Join(fmt.Errorf("%s: %w", s.Queue, err), g.Close())
			}
		}
		if err := g.takeUp(st); err != nil {
			return nil, errors.Join(err, g.Close())
		}
	}
	return g, nil
}

// Close releases the locks of the queues.
func (g *Guard) Close() (err error) {
	for _, s := range g.stores {
		err = errors.Join(err, s.close())
	}
	return err
}

// Dead returns how many findings were given up, and the files that hold them.
func (g *Guard) Dead() (n int, files []string) {
	for _, queue := range g.order {
		if s := g.stores[queue]; s.dead > 0 {
			n += s.dead
			files = append(files, s.path(deadName))
		}
	}
	return n, files
}

// Result sums up a Run.
type Result struct {
	Found   int // new findings
	Waiting int // deliveries that are still to be made
	Failed  int // deliveries that were given up
}

// Run watches the board and delivers findings until ctx ends, or with Once until all are
// delivered. It returns an error when a finding cannot be stored.
func (g *Guard) Run(ctx context.Context) (Result, error) {
	updates, cancel := g.o.Board.Subscribe()
	defer cancel()
	telling, hurry := context.WithCancel(context.WithoutCancel(ctx))
	defer hurry()
	look := time.NewTimer(firstLook)
	defer look.Stop()
	looks := true // the timer runs
	begun := time.Now()
	wake := time.NewTimer(0)
	defer wake.Stop()
	var failed error
	for failed == nil {
		next, err := g.dispatch(telling, time.Now())
		if failed = err; failed != nil {
			break
		}
		if g.o.Once && g.looked && !g.isBusy() && next < 0 {
			break
		}
		if g.o.Once && g.late != nil && time.Since(begun) > oncePatience {
			failed = g.late
			break
		}
		wake.Stop()
		if next >= 0 {
			wake.Reset(next)
		}
		select {
		case <-ctx.Done():
			return g.finish(hurry)
		case d := <-g.ended:
			failed = g.end(d)
			g.writeMetrics()
		case <-updates:
			if !looks {
				look.Reset(lookPause)
				looks = true
			}
		case <-look.C:
			looks = false
			var again time.Duration
			if again, failed = g.look(ctx); again > 0 {
				look.Reset(again)
				looks = true
			}
			g.writeMetrics()
		case <-wake.C:
		}
	}
	result, err := g.finish(hurry)
	return result, errors.Join(failed, err)
}

// finish lets what is being told end, and sums up.
func (g *Guard) finish(hurry func()) (r Result, err error) {
	patience := time.AfterFunc(endPatience, hurry)
	defer patience.Stop()
	for g.isBusy() {
		err = errors.Join(err, g.end(<-g.ended))
	}
	g.writeMetrics()
	for _, s := range g.sinks {
		r.Waiting += len(s.waiting)
	}
	r.Found, r.Failed = g.found, g.counts.allFailed()
	return r, err
}

// fresh is a task that became something.
type fresh struct {
	board.Trouble
	as []Kind
}

// look finds what is new on the board, and keeps it. It returns after how long it has to look
// again although nothing changes; 0: not at all.
func (g *Guard) look(ctx context.Context) (again time.Duration, err error) {
	snap := g.o.Board.Snapshot()
	ready, whole := g.readyQueues(snap)
	g.gen++
	now := time.Now()
	byQueue, early := map[string][]fresh{}, map[string][]fresh{}
	snap.Troubles(func(t *board.Trouble) bool {
		s := ready[t.Queue]
		if s == nil {
			return true
		}
		as, before := g.newIn(s, t)
		if len(before) > 0 {
			early[t.Queue] = append(early[t.Queue], fresh{*t, before})
		}
		if len(as) > 0 {
			if age := now.Sub(t.Since); age >= 0 && age < lookPause && !s.isNew {
				again = lookPause
				return true
			}
			byQueue[t.Queue] = append(byQueue[t.Queue], fresh{*t, as})
		}
		return true
	})
	for _, queue := range g.order {
		s := ready[queue]
		if s == nil {
			continue
		}
		if err := g.noteLeft(s, snap, queue); err != nil {
			return 0, err
		}
		if err := g.begin(s, early[queue]); err != nil {
			return 0, err
		}
		slices.SortFunc(byQueue[queue], func(a, b fresh) int { return a.Since.Compare(b.Since) })
		for some := range slices.Chunk(byQueue[queue], rowsAtOnce) {
			unread, err := g.keep(ctx, s, some)
			if err != nil {
				return 0, err
			}
			if unread {
				again = failPause
			}
		}
	}
	if g.looked = whole && again == 0; g.late != nil && g.o.Once {
		again = max(again, lookPause)
	}
	return again, nil
}

// readyQueues returns the queues that are known whole, and whether those are all. While one that
// answers is read for the first time none is: its logs may tell something of the tasks of others.
func (g *Guard) readyQueues(snap *board.Snapshot) (ready map[string]*store, whole bool) {
	ready, whole, g.late = map[string]*store{}, true, nil
	for i := range snap.Sources {
		switch s := &snap.Sources[i]; {
		case !s.Loading:
			ready[s.Queue] = g.stores[s.Queue]
		case !s.Late():
			return nil, false
		default:
			whole, g.late = false, fmt.Errorf("%s: %w", s.Queue, s.Err)
		}
	}
	return ready, whole
}

// newIn returns what of a task in trouble is new or may be, and what it was before that was
// watched; it notes what is so still.
func (g *Guard) newIn(s *store, t *board.Trouble) (as, before []Kind) {
	since := unixNano(t.Since)
	for _, k := range kindsOf(t.State, t.Looping, g.o.Kinds) {
		o := s.known[thing{t.ID, k}]
		if o != nil {
			o.seen = g.gen
		}
		switch {
		case !g.isNew(o, k, t) && !o.mayBeNew(k, since):
		case !g.o.All && !slices.Contains(s.watched, k):
			before = append(before, k)
		default:
			as = append(as, k)
		}
	}
	return as, before
}

// isNew reports whether it is new that a task is of kind k, of which o is known.
func (g *Guard) isNew(o *told, k Kind, t *board.Trouble) bool {
	return o == nil || o.early && g.o.All || !o.isSame(k, unixNano(t.Since), t.Attempts)
}

// withoutTold returns those of the kinds of a row that are new, by its cause and by when its task was
// created too. A kind that is not is known since the present begin of its state, so that the row is
// not read at each look.
func (g *Guard) withoutTold(s *store, as []Kind, t *board.Trouble, cause string, created time.Time) []Kind {
	return slices.DeleteFunc(as, func(k Kind) bool {
		o := s.known[thing{t.ID, k}]
		if g.isNew(o, k, t) || cause != "" && o.cause != "" && cause != o.cause || unixNano(created) > o.at {
			return false
		}
		o.since = unixNano(t.Since)
		return true
	})
}

func unixNano(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

// begin notes the kinds that were not watched until now, and the tasks that were so before.
func (g *Guard) begin(s *store, there []fresh) error {
	added := slices.DeleteFunc(slices.Clone(g.o.Kinds), func(k Kind) bool { return slices.Contains(s.watched, k) })
	if len(added) == 0 && !s.isNew {
		return nil
	}
	before := "in trouble before the first start"
	if !s.isNew {
		before = joinKinds(added) + " before that was told of"
	}
	all := make([]*line, len(there))
	for i, f := range there {
		all[i] = &line{Op: opKnown, ID: f.ID, As: f.as, At: time.Now().UnixNano(), Since: unixNano(f.Since), Attempts: f.Attempts, Early: true}
	}
	if err := s.begin(added, all); err != nil {
		return err
	}
	if len(there) > 0 {
		g.o.Say(fmt.Sprintf("%s: %s not told: %s (--all tells)", s.queue, words.Count(len(there), "task is", "tasks are"), before))
	}
	return nil
}

// noteLeft notes what is not so any more. A loop lasts until its task is done, or gone.
func (g *Guard) noteLeft(s *store, snap *board.Snapshot, queue string) error {
	var all []*line
	for t, o := range s.known {
		if o.left || o.seen == g.gen || !slices.Contains(g.o.Kinds, t.as) {
			continue
		}
		state, listed := snap.State(model.Ref{Queue: queue, ID: t.id})
		if t.as == Looping && listed && state != model.StateDone && state != model.StateCancelled {
			continue
		}
		all = append(all, &line{Op: opLeft, ID: t.id, As: []Kind{t.as}, At: time.Now().UnixNano()})
	}
	return s.write(all...)
}

// keep reads tasks that became something afresh, and keeps and tells of those that still are so.
// It reports whether some could not be read.
func (g *Guard) keep(ctx context.Context, s *store, some []fresh) (unread bool, err error) {
	byRef, refs := map[model.Ref]fresh{}, make([]model.Ref, len(some))
	for i, f := range some {
		byRef[f.Ref], refs[i] = f, f.Ref
	}
	var lines []*line
	var all []*Finding
	now := time.Now()
	err = g.o.Board.Rows(ctx, refs, func(r *model.Row) error {
		of := byRef[r.Ref()]
		cause := causeOf(r)
		as := g.withoutTold(s, kindsOfRow(r, of.as), &of.Trouble, cause, r.Created)
		if len(as) == 0 {
			return nil // it has moved on, or is the same still
		}
		f, err := newFinding(r, s.queue, as, of.Since, of.Attempts, now, &g.enc)
		if err != nil {
			return err
		}
		l := &line{Op: opFound, Key: f.Key, ID: r.ID, As: as, At: now.UnixNano(), Since: unixNano(of.Since), Attempts: of.Attempts, Cause: cause, To: g.addressees(r)}
		if len(l.To) > 0 {
			body, err := g.enc.Value(f)
			if err != nil {
				return err
			}
			l.Body = slices.Clone(body[:len(body)-1])
		}
		all, lines = append(all, f), append(lines, l)
		now = now.Add(time.Nanosecond) // the order is kept by the time
		return nil
	})
	if unread = err != nil && ctx.Err() == nil; unread {
		g.o.Say(fmt.Sprintf("new findings cannot be read, still trying: %v", err))
	}
	if err := s.write(lines...); err != nil {
		return false, err
	}
	if err := g.print(s, all, lines); err != nil {
		return false, err
	}
	for _, l := range lines {
		for _, to := range l.To {
			g.sinkOf(to).add(s, s.parcelOf(l.Key, to))
		}
	}
	return unread, nil
}

// print tells of findings that are kept, each in its line of the log. Of those that cannot be told,
// and that nobody else is told of, the log takes back that they are known.
func (g *Guard) print(s *store, all []*Finding, lines []*line) error {
	var failed error
	var again []*line
	for i, f := range all {
		if failed == nil {
			failed = g.o.Found(f)
		}
		if failed != nil && len(lines[i].To) == 0 {
			again = append(again, &line{Op: opForget, ID: lines[i].ID, As: lines[i].As, At: lines[i].At})
			continue
		}
		g.found++
		g.counts.addFound(f.As)
	}
	switch {
	case failed == nil:
		return nil
	case len(again) == 0:
		g.o.Say(fmt.Sprintf("findings cannot be printed: %v", failed))
		return nil
	}
	return errors.Join(fmt.Errorf("findings cannot be printed, and are told at the next start: %w", failed), s.write(again...))
}
