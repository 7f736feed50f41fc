package nanoclaw

import (
	"time"

	"notdone/classify"
	"notdone/model"
)

// The rules in this file judge a row that is not through.

// blocked is a finding about what keeps a row, with the opinion that it is blocked.
func blocked(severity model.Severity, since time.Time, message, headline string, o *model.Obstacle, clears string) []classify.Observation {
	f := model.Finding{
		Severity: severity, Message: message, First: since, Last: since, Clears: clears, Evidence: []model.Evidence{{Where: o.Where, Quote: o.Text}},
	}
	return both(f, classify.Opinion{
		Rank: classify.RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: 0.95, Headline: headline, Obstacle: o,
	})
}

// running says that the row is claimed and nothing else is known against it, with when
// that may change.
func (r *record) stale(now time.Time) (why string, since time.Time, until time.Time) {
	if since = r.ack.At.Add(max(claimPatience, r.bash)); !r.heart.After(r.ack.At) {
		if now.After(since) {
			return "claimed, and no sign of life since", since, time.Time{}
		}
		return "", since, since
	}
	if since = r.heart.Add(max(patience, r.bash)); now.After(since) {
		return "claimed, and its container fell silent", since, time.Time{}
	}
	return "", since, since
}

// orphanClaim is about a claim of a container that has stopped.
func orphanClaim(_ *classify.Input, r *record) []classify.Observation {
	if !r.claimed() || r.facts.Container != "stopped" {
		return nil
	}
	return blocked(model.SeverityError, r.ack.At, "claimed, but its container has stopped", "its container died in the turn",
		obstacle(model.KindEnvironment, "its container died in the turn", r.ackRow()), "the host's next sweep, which takes the claim back and tries again")
}

// staleClaim is about a claim whose container shows no sign of life, by the limits at
// which the host kills it: if it still stands, the host is likely to be down too.
func staleClaim(in *classify.Input, r *record) []classify.Observation {
	if !r.claimed() || r.facts.Container == "stopped" {
		return nil
	}
	why, since, until := r.stale(in.Now)
	if why == "" {
		return []classify.Observation{{Until: until.Add(time.Nanosecond)}}
	}
	return blocked(model.SeverityError, since, why+"; the host kills such a container, so the host may be down as well", "no sign of life",
		obstacle(model.KindEnvironment, "its container shows no sign of life", r.ackRow()), "a heartbeat, or the host's next sweep")
}

// awaiting is about a claimed row whose session asked a person something since it was
// claimed.
func awaiting(_ *classify.Input, r *record) []classify.Observation {
	if !r.claimed() || len(r.facts.Asks) == 0 || r.facts.Asks[0].At.Before(r.ack.At) {
		return nil
	}
	ask := r.facts.Asks[0]
	return blocked(model.SeverityWarning, ask.At, "its turn asked a person something and waits", "waits for an answer",
		obstacle(model.KindDecision, ask.What, tabQuestions), "an answer")
}

// due reports whether nobody has claimed a row that may be worked on.
func (r *record) waits(now time.Time) bool {
	return r.Status == stPending && r.ack.Status == "" && !r.After.After(now) && !r.Context && !r.OnWake
}

func closedSession(_ *classify.Input, r *record) []classify.Observation {
	if r.Status != stPending || r.ack.Status != "" || r.Context || !r.facts.closed() {
		return nil
	}
	return blocked(model.SeverityWarning, r.due(), "its session is closed: the host looks after active ones only", "its session is closed",
		obstacle(model.KindEnvironment, "its session is closed", "sessions#"+r.facts.ID), "a session that is active again")
}

// batch is how many of the newest rows a container looks at (NanoClaw config,
// maxMessagesPerPrompt), before it passes over those that it may not take.
const batch = 10

// starving reports whether a batch of newer rows that never go away keeps the container
// from seeing the row.
func (r *record) starving(now time.Time) bool {
	n := 0
	for i := len(r.messages) - 1; i >= 0 && n < batch; i-- {
		m := &r.messages[i]
		if m.Seq <= r.Seq {
			break
		}
		idle := m.Context || m.Kind == "system" || r.acks[m.ID].Status != ""
		if m.Status == stPending && idle && !m.OnWake && !m.After.After(now) {
			n++
		}
	}
	return n >= batch
}

func starved(in *classify.Input, r *record) []classify.Observation {
	if !r.waits(in.Now) || r.facts.closed() || !r.starving(in.Now) {
		return nil
	}
	return blocked(model.SeverityError, r.due(), "the container looks at its ten newest rows, and ten newer ones that only give context are never worked on",
		"starved by newer rows", obstacle(model.KindEnvironment, "ten newer rows keep the container from seeing it", r.row()), "a message that wakes the agent and takes them along")
}

// overdue is about a row that two sweeps of the host should have seen.
func overdue(in *classify.Input, r *record) []classify.Observation {
	if !r.waits(in.Now) || r.facts.closed() || r.starving(in.Now) {
		return nil
	}
	late := r.due().Add(2 * sweep)
	if !in.Now.After(late) {
		return []classify.Observation{{Until: late.Add(time.Nanosecond)}}
	}
	return blocked(model.SeverityWarning, late, "due, and nobody took it within two sweeps of the host", "overdue",
		obstacle(model.KindEnvironment, "due, and neither its container nor the host takes it", r.row()), "a claim")
}

// live says what a row is that nothing is known against.
func live(in *classify.Input, r *record) []classify.Observation {
	o := classify.Opinion{Rank: classify.RankLive, Grade: model.GradeProven, Confidence: 0.91}
	switch {
	case r.claimed() && r.Status == stPending:
		o.State = model.StateActive
	case r.fate == fateWorking:
		o.State, o.Headline = model.StateActive, "acknowledged, and its turn may still go on"
		return []classify.Observation{{Opinion: o, Until: r.heart.Add(claimPatience)}}
	case r.Status != stPending && r.Status != stPaused:
		return nil
	case r.ack.ends():
		o.Rank, o.State, o.Confidence, o.Grade = classify.RankRecorded, model.StateDone, 0.95, model.GradeStrong
		if r.ack.Status != ackCompleted && !failedAcks[r.ack.Status] {
			o.Rank, o.State, o.Grade, o.Headline = classify.RankLive, model.StateUnknown, model.GradeCannotTell, "acknowledged with a word that notdone does not know"
		}
	case r.Status == stPaused:
		return nil
	case r.Context:
		o.State, o.Headline = model.StateQueued, "context only: it wakes nobody"
	case r.OnWake:
		o.State, o.Headline = model.StateQueued, "read by the next container that starts"
	case r.After.After(in.Now):
		o.State = model.StateScheduled
		if r.Tries > 0 {
			o.Headline = "waits for its next attempt"
		}
		return []classify.Observation{{Opinion: o, Until: r.After}}
	default:
		o.State = model.StateQueued
	}
	return opinion(o)
}
