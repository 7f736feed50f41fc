package nanoclaw

import (
	"cmp"
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	"notdone/source/runlog"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// What belongs to the turn of a task has no key: in_reply_to names the newest row of
// a channel, whichever that is. Turns are serial, though, so the time tells.
const (
	// wide is how long after its acknowledgement a task may still send something: one
	// that is pushed into an open conversation is acknowledged before any work.
	wide = 15 * time.Minute
	// after is how long the last text of a turn may follow its acknowledgement.
	after = 5 * time.Second
	// clock is the step of the times.
	clock = time.Second
)

// window is the time of a turn.
type window struct {
	from, to time.Time
	// shared says that it begins with the end of another turn, whose last text may
	// come a moment later.
	shared bool
	// open says that nothing came after it so far, so that it may still go on.
	open bool
}

// holds reports whether something of that moment belongs to the turn.
func (w *window) holds(at time.Time) bool {
	if w.shared {
		return at.After(w.from.Add(clock)) && !at.After(w.to)
	}
	return !at.Before(w.from) && !at.After(w.to)
}

// turns are the acknowledgements of a session in their order.
type turns struct {
	at []time.Time
	// next is, of each and all later ones, when the first of their rows could be worked
	// on.
	next []time.Time
	ends []time.Time // of those that are no claims
}

func turnsOf(sc *scene) (t turns) {
	type step struct{ at, due time.Time }
	var steps []step
	for id, a := range sc.acks {
		s := step{at: a.At}
		if m := sc.byID[id]; m != nil {
			s.due = m.due()
		}
		if steps = append(steps, s); a.ends() {
			t.ends = append(t.ends, a.At)
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return a.at.Compare(b.at) })
	slices.SortFunc(t.ends, time.Time.Compare)
	t.at, t.next = make([]time.Time, len(steps)), make([]time.Time, len(steps))
	var first time.Time
	for i := len(steps) - 1; i >= 0; i-- {
		if due := steps[i].due; !due.IsZero() && (first.IsZero() || due.Before(first)) {
			first = due
		}
		t.at[i], t.next[i] = steps[i].at, first
	}
	return t
}

// window returns the time of the turn of a row that was acknowledged.
func (t *turns) window(m *message, acked time.Time) window {
	w := window{from: m.fires(), to: acked.Add(wide), open: true}
	if w.from.After(acked) {
		w.from = m.Created
	}
	if i, _ := slices.BinarySearchFunc(t.ends, acked.Add(-clock), time.Time.Compare); i > 0 && t.ends[i-1].After(w.from) {
		w.from, w.shared = t.ends[i-1], true
	}
	if i := sort.Search(len(t.at), func(i int) bool { return t.at[i].After(acked) }); i < len(t.at) {
		w.open = false
		if next := t.next[i]; !next.IsZero() && next.Before(w.to) {
			w.to = next
		}
	}
	if least := acked.Add(after); w.to.Before(least) {
		w.to = least
	}
	return w
}

// sent is what was sent in a turn.
type sent struct {
	window
	good, notices, undelivered []*output
	system                     int  // rows by which the agent asks its host for something
	near                       bool // something was sent around it that belongs to another turn
}

// fate is what became of a row that was acknowledged.
type fate uint8

const (
	fateOpen   fate = iota // it is not known to have ended
	fateRan                // something arrived
	fateFailed             // an error, or nothing that was sent arrived
	fateGated              // a script decided, and nobody knows how
	fateProven             // nothing was sent, and the transcript shows a normal end
	fateSilent             // nothing was sent, and nothing says why
	fateCancelled
	fateBeyond // it is too long ago for what is read
	fateWorking
)

// noticeBeginnings begin what the container sends in place of an answer.
var noticeBeginnings = []string{"Error: ", "⚠️ Task did not complete", "⚠ Task did not complete"}

func isNotice(text string) bool {
	return slices.ContainsFunc(noticeBeginnings, func(b string) bool { return strings.HasPrefix(text, b) })
}

// around returns what was sent in a turn and around it.
func (sc *scene) around(w window, acked time.Time) (s sent) {
	s.window = w
	from, to := acked.Add(-wide), acked.Add(wide)
	if w.from.Before(from) {
		from = w.from
	}
	i, _ := slices.BinarySearchFunc(sc.outputs, from, func(o output, at time.Time) int { return o.At.Compare(at) })
	for ; i < len(sc.outputs) && !sc.outputs[i].At.After(to); i++ {
		switch o := &sc.outputs[i]; {
		case !w.holds(o.At):
			s.near = s.near || o.Kind != "system" && o.At.Sub(acked).Abs() <= wide
		case o.Kind == "system":
			s.system++
		case isNotice(o.Text):
			s.notices = append(s.notices, o)
		case o.Failed || !o.Routed:
			s.undelivered = append(s.undelivered, o)
		default:
			s.good = append(s.good, o)
		}
	}
	return s
}

// seriesMost is how many runs of a series are looked at.
const seriesMost = 50

// judgeTurns finds out what became of the rows, and of the runs of their series.
func (s *session) judgeTurns(ctx context.Context, q sqlitedb.Queryer, sc *scene, records []*record, whole bool) error {
	series := map[string][]*record{}
	for _, r := range records {
		series[r.Series] = nil
	}
	for i := len(sc.messages) - 1; i >= 0; i-- {
		m := &sc.messages[i]
		if runs, asked := series[m.Series]; asked && m.Kind == "task" && len(runs) < seriesMost {
			series[m.Series] = append(runs, &record{message: *m, scene: sc, ack: sc.acks[m.ID]})
		}
	}
	all := slices.Clone(records)
	for _, runs := range series {
		slices.Reverse(runs)
		all = append(all, runs...)
	}
	if err := s.readTexts(ctx, q, sc, all, whole); err != nil {
		return err
	}
	for _, r := range all {
		r.judge()
	}
	for _, r := range records {
		r.series = series[r.Series]
	}
	return s.readTranscript(ctx, sc, all)
}

// readTexts reads what was sent in the turns, and whether it was delivered.
func (s *session) readTexts(ctx context.Context, q sqlitedb.Queryer, sc *scene, records []*record, whole bool) error {
	wanted := map[string]*output{}
	var ids []string
	for _, r := range records {
		if !r.ack.ends() {
			continue
		}
		w := sc.turns.window(&r.message, r.ack.At)
		i, _ := slices.BinarySearchFunc(sc.outputs, w.from, func(o output, at time.Time) int { return o.At.Compare(at) })
		for ; i < len(sc.outputs) && !sc.outputs[i].At.After(w.to); i++ {
			if o := &sc.outputs[i]; wanted[o.ID] == nil {
				wanted[o.ID], ids = o, append(ids, o.ID)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	keep := 8 << 10
	if whole {
		keep = 256 << 10
	}
	list := sqlsource.List(ids)
	err := sqlsource.Each(ctx, s.store.Beside(0), func(r sqlsource.Row) error {
		text, _ := parseContent(r.Text("content"))
		wanted[r.Text("id")].Text = runlog.Cut(strings.TrimSpace(text), keep)
		return nil
	}, "SELECT o.id, coalesce("+sqlsource.Whole("o.content", contentMost)+", "+sqlsource.Ends("o.content", 4<<10)+") AS content FROM json_each(?) j CROSS JOIN "+
		tabOut+" o ON o.id = j.value", list)
	if err != nil || !s.Has(tabDelivered, "message_out_id", "status") {
		return err
	}
	return sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		wanted[r.Text("message_out_id")].Failed = true
		return nil
	}, "SELECT d.message_out_id FROM json_each(?) j CROSS JOIN "+tabDelivered+" d ON d.message_out_id = j.value WHERE d.status = 'failed'", list)
}

// judge says what became of a row, by what was sent alone.
func (r *record) judge() {
	ended := r.Status == stCompleted || r.Status == stCancelled
	switch {
	case r.Status == stCancelled, ended && !r.ack.ends():
		r.fate = fateCancelled
		return
	case !r.ack.ends() || r.Status == stFailed && !failedAcks[r.ack.Status]:
		return
	}
	r.sent = r.around(r.turns.window(&r.message, r.ack.At), r.ack.At)
	switch {
	case len(r.sent.good) > 0 && r.Status != stFailed:
		r.fate = fateRan
	case len(r.sent.notices)+len(r.sent.undelivered) > 0 || failedAcks[r.ack.Status]:
		r.fate = fateFailed
	case r.ack.Status != ackCompleted && !ended:
		return // a word that nobody knows
	case r.ack.At.Before(r.from):
		r.fate = fateBeyond
	case r.Kind != "task":
		r.fate = fateRan // nobody expects an answer to everything that is said
	case r.script:
		r.fate = fateGated
	default:
		r.fate = cmp.Or(r.working(), fateSilent)
	}
}

// working says whether the turn of a row that sent nothing so far still goes on: the
// container shows signs of life after it was acknowledged, and nothing else was.
func (r *record) working() fate {
	sc := r.scene
	if r.sent.open && sc.now.Before(r.sent.to) && sc.heart.After(r.ack.At) && sc.now.Sub(sc.heart) < claimPatience && sc.facts.Container == "running" {
		return fateWorking
	}
	return fateOpen
}
