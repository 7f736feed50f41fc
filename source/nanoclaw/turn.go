package nanoclaw

import (
	"context"
	"slices"
	"sort"
	"strings"
	"time"

	"notdone/source/runlog"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// No key tells which task sent a message: in_reply_to names the newest row of a channel,
// whichever that is. Turns are serial, though, so the times tell.
const (
	// wide is how long after its acknowledgement a task may send something: one that is
	// pushed into an open conversation is acknowledged before any work.
	wide = 15 * time.Minute
	lag  = 5 * time.Second // how long the last text of a turn may follow its acknowledgement
	tick = time.Second     // the step of the times
)

// window is the time of a turn.
type window struct {
	from, to time.Time
	open     bool // nothing came after it so far
}

// turns are the acknowledgements of a session by their times.
type turns struct {
	ends []time.Time // of those that are no claims
	at   []time.Time
	next []time.Time // the earliest time at which one of these and later rows could be worked on
}

func turnsOf(sc *scene) (t turns) {
	due := make(map[string]time.Time, len(sc.messages))
	for i := range sc.messages {
		due[sc.messages[i].ID] = sc.messages[i].due()
	}
	type step struct{ at, due time.Time }
	var steps []step
	for id, a := range sc.acks {
		steps = append(steps, step{a.At, due[id]})
		if a.ends() {
			t.ends = append(t.ends, a.At)
		}
	}
	slices.SortFunc(steps, func(a, b step) int { return b.at.Compare(a.at) })
	slices.SortFunc(t.ends, time.Time.Compare)
	var first time.Time
	for _, s := range steps {
		if !s.due.IsZero() && (first.IsZero() || s.due.Before(first)) {
			first = s.due
		}
		t.at, t.next = append(t.at, s.at), append(t.next, first)
	}
	slices.Reverse(t.at)
	slices.Reverse(t.next)
	return t
}

// window returns the time of the turn of a row: from when it was to be worked on, or the
// end of the turn before, until the next row could be.
func (t *turns) window(m *message, acked time.Time) window {
	w := window{from: m.fires(), to: acked.Add(wide), open: true}
	if w.from.After(acked) {
		w.from = m.Created
	}
	if i, _ := slices.BinarySearchFunc(t.ends, acked.Add(-tick), time.Time.Compare); i > 0 && t.ends[i-1].After(w.from) {
		w.from = t.ends[i-1].Add(tick + 1) // the last text of the turn before may come a moment later
	}
	if i := sort.Search(len(t.at), func(i int) bool { return t.at[i].After(acked) }); i < len(t.at) {
		w.open = false
		if next := t.next[i]; !next.IsZero() && next.Before(w.to) {
			w.to = next
		}
	}
	if least := acked.Add(lag); w.to.Before(least) {
		w.to = least
	}
	return w
}

// between returns what was sent in a time.
func (sc *scene) between(from, to time.Time) []output {
	i := sort.Search(len(sc.outputs), func(i int) bool { return !sc.outputs[i].At.Before(from) })
	j := sort.Search(len(sc.outputs), func(j int) bool { return sc.outputs[j].At.After(to) })
	return sc.outputs[i:max(i, j)]
}

// sent is what was sent in a turn.
type sent struct {
	window
	good, notices, lost []*output // notices are the container's own, in place of an answer
	requests            int       // to the host
	near                bool      // what was sent around it belongs to other turns
}

func isNotice(text string) bool {
	return strings.HasPrefix(text, "Error: ") || strings.HasPrefix(strings.TrimLeft(text, "⚠\uFE0F "), "Task did not complete")
}

func (sc *scene) around(w window, acked time.Time) sent {
	s := sent{window: w}
	in := sc.between(w.from, w.to)
	for i := range in {
		switch o := &in[i]; {
		case o.Kind == "system":
			s.requests++
		case isNotice(o.Text):
			s.notices = append(s.notices, o)
		case o.Failed || !o.Routed:
			s.lost = append(s.lost, o)
		default:
			s.good = append(s.good, o)
		}
	}
	s.near = slices.ContainsFunc(sc.between(acked.Add(-wide), acked.Add(wide)), func(o output) bool {
		return o.Kind != "system" && (o.At.Before(w.from) || o.At.After(w.to))
	})
	return s
}

// seriesMost is how many runs of a series are looked at.
const seriesMost = 50

// settle finds out what became of rows, and of the other runs of their series.
func (s *session) settle(ctx context.Context, q sqlitedb.Queryer, sc *scene, records []*record, whole bool) error {
	sc.turns = turnsOf(sc)
	series, all := map[string][]*record{}, map[string]*record{}
	for _, r := range records {
		series[r.Series], all[r.ID] = nil, r
	}
	for i := len(sc.messages) - 1; i >= 0; i-- {
		m := &sc.messages[i]
		runs, asked := series[m.Series]
		if !asked || m.Kind != "task" || len(runs) == seriesMost {
			continue
		}
		if all[m.ID] == nil {
			all[m.ID] = &record{message: *m, scene: sc, ack: sc.acks[m.ID]}
		}
		series[m.Series] = append(runs, all[m.ID])
	}
	if err := s.readTexts(ctx, q, sc, all, whole); err != nil {
		return err
	}
	for _, r := range all {
		r.series = series[r.Series]
		if r.ack.ends() {
			r.sent = sc.around(sc.turns.window(&r.message, r.ack.At), r.ack.At)
		}
		r.fate = r.judge()
	}
	return s.readTranscript(sc, all)
}

// readTexts reads what was sent in the turns, and whether it was delivered.
func (s *session) readTexts(ctx context.Context, q sqlitedb.Queryer, sc *scene, records map[string]*record, whole bool) error {
	wanted := map[string]*output{}
	var ids []string
	for _, r := range records {
		if !r.ack.ends() {
			continue
		}
		w := sc.turns.window(&r.message, r.ack.At)
		in := sc.between(w.from, w.to)
		for i := range in {
			if o := &in[i]; wanted[o.ID] == nil {
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
		wanted[r.Text("id")].Text = runlog.Cut(strings.TrimSpace(parseContent(r.Text("content"))), keep)
		return nil
	}, "SELECT o.id, coalesce("+sqlsource.Whole("o.content", contentMost)+", "+sqlsource.Ends("o.content", 4<<10)+") AS content FROM json_each(?) j CROSS JOIN "+
		tabOut+" o ON o.id = j.value", list)
	if err != nil || !s.Has(tabDelivered, "message_out_id", "status") {
		return err
	}
	failed, err := sqlsource.Strings(ctx, q, "SELECT d.message_out_id FROM json_each(?) j CROSS JOIN "+tabDelivered+
		" d ON d.message_out_id = j.value WHERE d.status = 'failed'", list)
	for _, id := range failed {
		wanted[id].Failed = true
	}
	return err
}

// judge says what became of a row that its container took and is through with, by what
// was sent alone.
func (r *record) judge() fate {
	recorded := r.Status == stCompleted // or not yet, which is up to the next sweep
	switch {
	case !r.ack.ends() && recorded:
		return fateCancelled
	case !r.ack.ends(), r.Status == stCancelled, r.Status == stFailed && !failedAcks[r.ack.Status]:
		return fateOpen
	case len(r.sent.good) > 0 && r.Status != stFailed:
		return fateRan
	case len(r.sent.notices)+len(r.sent.lost) > 0, failedAcks[r.ack.Status]:
		return fateFailed
	case r.ack.Status != ackCompleted && !recorded:
		return fateUnknown
	case r.ack.At.Before(r.from):
		return fateOpen // too long ago for what is read
	case r.Kind != "task":
		return fateRan // not everything that is said has an answer
	case r.Scripted:
		return fateGated
	}
	return fateSilent
}
