package nanoclaw

import (
	"slices"
	"strings"
	"time"
)

// Messages are assigned to tasks by time, because turns are serial. There is no key:
// in_reply_to names the newest row of a channel, whatever its task.
const (
	// wide is the longest time between an acknowledgement and a message of the task: a task
	// that is pushed into an open conversation is acknowledged before any work.
	wide = 15 * time.Minute
	lag  = 5 * time.Second // the last message of a turn may come so long after its acknowledgement
	tick = time.Second     // the resolution of the recorded times
)

// sent is the time span of a turn, and the messages sent in it.
type sent struct {
	from, to time.Time
	open     bool // nothing was acknowledged after it yet, so more may be sent

	good     []*output // delivered messages
	notices  []*output // messages of the container in place of an answer
	lost     []*output // messages that were not delivered
	requests int       // the number of requests to the host
	near     bool      // there are messages shortly before or after the span, of other turns
}

// isNotice reports whether a message is the container's and not the agent's.
func isNotice(text string) bool {
	return strings.HasPrefix(text, "Error: ") || strings.HasPrefix(strings.TrimLeft(text, "⚠\uFE0F "), "Task did not complete")
}

// turn returns the turn of an acknowledged row: from the time at which the row was due, or the end
// of the previous turn if that is later, to the time at which the next acknowledged row was due.
func (r *record) turn() (s sent) {
	s = sent{from: r.After, to: r.ack.At.Add(wide), open: true}
	if s.from.IsZero() || s.from.After(r.ack.At) {
		s.from = r.Created
	}
	for id, a := range r.acks {
		// The last text of the turn before may come a moment later.
		if end := a.At.Add(tick + 1); a.ends() && a.At.Before(r.ack.At.Add(-tick)) && end.After(s.from) {
			s.from = end
		}
		if !a.At.After(r.ack.At) {
			continue
		}
		s.open = false
		if next := r.byID[id]; next != nil && next.due().Before(s.to) {
			s.to = next.due()
		}
	}
	if least := r.ack.At.Add(lag); s.to.Before(least) {
		s.to = least
	}
	for i := range r.outputs {
		switch o := &r.outputs[i]; {
		case o.At.Before(s.from), o.At.After(s.to):
			s.near = s.near || o.Kind != "system" && o.At.Sub(r.ack.At).Abs() <= wide
		case o.Kind == "system":
			s.requests++
		case isNotice(o.Text):
			s.notices = append(s.notices, o)
		case o.Lost || !o.Routed:
			s.lost = append(s.lost, o)
		default:
			s.good = append(s.good, o)
		}
	}
	slices.SortStableFunc(s.good, func(a, b *output) int { return a.At.Compare(b.At) })
	return s
}

// seriesMost is the largest number of runs of a series that are read.
const seriesMost = 50

// settle sets series, sent and fate of rows and of the other runs of their series.
func (s *session) settle(sc *scene, records []*record) error {
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
	for _, r := range all {
		if r.series = series[r.Series]; r.ack.ends() {
			r.sent = r.turn()
		}
		r.fate = r.judge()
	}
	return s.readTranscript(sc, all)
}

// judge returns the fate of a row by its status, its acknowledgement and the messages of its turn;
// nil if those do not decide it.
func (r *record) judge() fate {
	recorded := r.Status == stCompleted // or not yet, which is up to the next sweep
	switch {
	case !r.ack.ends() && recorded:
		return fateCancelled
	case !r.ack.ends(), r.Status == stCancelled, r.Status == stFailed && !failedAcks[r.ack.Status]:
		return nil
	case len(r.sent.good) > 0 && r.Status != stFailed:
		return fateRan
	case len(r.sent.notices)+len(r.sent.lost) > 0, failedAcks[r.ack.Status]:
		return fateFailed
	case r.ack.Status != ackCompleted && !recorded:
		return fateUnknown
	case r.ack.At.Before(r.from):
		return nil // too long ago for what is read
	case r.Kind != "task":
		return fateRan // not everything that is said has an answer
	case r.Scripted:
		return fateGated
	}
	return fateSilent
}
