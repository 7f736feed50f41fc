package nanoclaw

import (
	"fmt"
	"time"

	"notdone/classify"
	"notdone/classify/cycle"
	"notdone/classify/text"
	"notdone/model"
)

// rules are the rules that hold for NanoClaw alone. Some take the place of notdone's
// own: what a turn sent decides here, and a wait has NanoClaw's own limits.
func rules() []classify.Rule {
	var all []classify.Rule
	for _, row := range []struct {
		name, doc string
		severity  model.Severity
		check     func(in *classify.Input, r *record) []classify.Observation
	}{
		{"error-acked-as-done", "it ended in an error, or nothing that it sent arrived, whatever is recorded", model.SeverityError, failed},
		{"no-output", "acknowledged as completed, and its turn sent nothing", model.SeverityError, noOutput},
		{"silent-recurrence", "a series whose runs used to send something and no longer do", model.SeverityCritical, silentRecurrence},
		{"script-gated", "a script ran before it and nothing followed, which may be right", model.SeverityInfo, gated},
		{"silent-success", "it sent nothing, and the transcript shows a normal end", model.SeverityInfo, proven},
		{"not-run", "completed without ever having been taken: it was cancelled", model.SeverityInfo, cancelled},
		{"undelivered", "a part of what it sent was not delivered", model.SeverityWarning, undelivered},
		{"series-stopped", "a run failed, and no next one is planned", model.SeverityError, seriesStopped},
		{"orphan-claim", "claimed, and its container has stopped", model.SeverityError, orphanClaim},
		{"stale-heartbeat", "claimed, and its container shows no sign of life", model.SeverityError, staleClaim},
		{"awaiting-answer", "its turn waits for a person", model.SeverityWarning, awaiting},
		{"session-closed", "due in a session that is closed", model.SeverityWarning, closedSession},
		{"starved", "ten newer rows that are never worked on keep it from being seen", model.SeverityError, starved},
		{"waiting-too-long", "due for more than two sweeps of the host, and not taken", model.SeverityWarning, overdue},
		{"turn", "what the rows and the heartbeat say of a row that is not through", model.SeverityInfo, live},
	} {
		all = append(all, classify.Rule{Name: row.name, Doc: row.doc, Severity: row.severity, Check: func(in *classify.Input) []classify.Observation {
			if r, ok := in.Native.(*record); ok {
				return row.check(in, r)
			}
			return nil
		}})
	}
	// These look at runs as systems with one task a run record them.
	for _, name := range []string{"failed-run", "run-error", "no-run"} {
		all = append(all, classify.Rule{Name: name})
	}
	return all
}

func both(f model.Finding, o classify.Opinion) []classify.Observation {
	return []classify.Observation{{Finding: &f, Opinion: o}}
}

func opinion(o classify.Opinion) []classify.Observation {
	return []classify.Observation{{Opinion: o}}
}

// obstacle is one of ours, whose words are the same for all tasks that met it.
func obstacle(kind model.ObstacleKind, said, where string) *model.Obstacle {
	return &model.Obstacle{Kind: kind, Text: said, Key: cycle.ObstacleKey(kind, said), Where: where}
}

func (r *record) row() string { return tabIn + "#" + r.ID }

func (r *record) ackRow() string { return tabAcks + "#" + r.ID }

// finding is one about the end of a turn.
func (r *record) finding(severity model.Severity, message, clears string, evidence ...model.Evidence) model.Finding {
	return model.Finding{Severity: severity, Message: message, Clears: clears, Evidence: evidence, First: r.ack.At, Last: r.ack.At}
}

const nextRun = "a run that sends something"

// failed is about a turn that ended in an error, or of which nothing arrived.
func failed(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateFailed {
		return nil
	}
	o := r.trouble()
	if o.Kind == model.KindUnknown {
		o.Kind = text.Read(o.Text).Kind
	}
	o.Key = cycle.ObstacleKey(o.Kind, o.Text)
	message := "recorded as " + r.Status + ", but it ended in an error"
	headline := "its only message is an error"
	switch {
	case len(r.sent.notices) > 0:
	case len(r.sent.undelivered) > 0:
		message, headline = "recorded as "+r.Status+", but nothing that it sent arrived", "what it sent was not delivered"
	default:
		message, headline = "recorded as "+r.Status+", but its container said "+r.ack.Status, "the container says "+r.ack.Status
	}
	f := r.finding(model.SeverityError, message, nextRun, model.Evidence{Where: o.Where, Quote: o.Text}, model.Evidence{Where: r.ackRow(), Quote: r.ack.Status})
	f.Actions = []model.ActionName{model.ActionRequeue}
	return both(f, classify.Opinion{
		Rank: classify.RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.96, Headline: headline, Obstacle: o,
	})
}

// noOutput is about a turn that was acknowledged and sent nothing. Six ways to end, of
// which five are errors, leave these same rows (upstream pull request 2167).
func noOutput(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateSilent {
		return nil
	}
	const said = "its turn ended without sending anything"
	f := r.finding(model.SeverityWarning, "acknowledged as completed, but its turn sent nothing", nextRun, model.Evidence{Where: r.ackRow(), Quote: r.ack.Status})
	f.Actions = []model.ActionName{model.ActionRequeue}
	o := classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.85,
		Headline: "acknowledged, and nothing was sent", Obstacle: obstacle(model.KindUnknown, said, r.ackRow()),
	}
	tail, spoke := r.silent()
	switch {
	case r.broke:
		kind := text.Read(r.heard.Quote).Kind
		f.Severity, f.Message = model.SeverityError, "acknowledged as completed, but its turn ended in an error and sent nothing"
		f.Evidence = append(f.Evidence, r.heard)
		o.Confidence, o.Grade, o.Headline = 0.96, model.GradeProven, "its turn ended in an error"
		o.Obstacle = obstacle(kind, r.heard.Quote, r.heard.Where)
	case r.sent.system > 0:
		f.Severity, f.Message = model.SeverityInfo, "acknowledged as completed, and its turn sent nothing but requests to the host"
		o.Confidence = 0.6
	case spoke == 0 && len(tail) > 2:
		f.Severity, f.Message = model.SeverityInfo, "its turn sent nothing, and no run of this series ever did"
		o.Confidence = 0.6
	case r.sent.near:
		f.Severity, f.Message = model.SeverityInfo, f.Message+"; what was sent around it belongs to another turn"
		o.Confidence = 0.65
	case spoke > 0:
		f.Severity, o.Confidence = model.SeverityError, 0.92
	}
	return both(f, o)
}

// silentRecurrence is about a series that fell silent, and stands at its newest silent
// run.
func silentRecurrence(_ *classify.Input, r *record) []classify.Observation {
	tail, spoke := r.silent()
	if len(tail) < 2 || spoke == 0 || tail[0].ID != r.ID || r.fate != fateSilent {
		return nil
	}
	f := r.finding(model.SeverityError, fmt.Sprintf("earlier runs of the series sent something, the last %d sent nothing", len(tail)), nextRun)
	if len(tail) > 2 {
		f.Severity = model.SeverityCritical
	}
	f.Count, f.First, f.Actions = len(tail), tail[len(tail)-1].ack.At, []model.ActionName{model.ActionRequeue}
	for _, run := range tail {
		f.Evidence = append(f.Evidence, model.Evidence{Where: run.row(), Quote: "acknowledged " + run.ack.At.Format(time.RFC3339) + ", nothing sent"})
	}
	return both(f, classify.Opinion{
		Rank: classify.RankContradiction, State: model.StateFalseDone, Grade: model.GradeStrong, Confidence: 0.93,
		Headline: fmt.Sprintf("silent on the last %d runs", len(tail)),
	})
}

func settled(headline string, grade model.Grade) []classify.Observation {
	return opinion(classify.Opinion{Rank: classify.RankExplicit, State: model.StateDone, Grade: grade, Confidence: 0.8, Headline: headline})
}

// gated is about a task with a script of its own, which decides whether the agent is
// asked at all. A script that crashes leaves the same rows as one that says no.
func gated(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateGated {
		return nil
	}
	f := r.finding(model.SeverityInfo, "a script runs before this task and nothing was sent: it said no, or it crashed", nextRun, model.Evidence{Where: r.row()})
	return []classify.Observation{{Finding: &f, Opinion: classify.Opinion{
		Rank: classify.RankExplicit, State: model.StateDone, Grade: model.GradeCannotTell, Confidence: 0.6, Headline: "gate, unverified",
	}}}
}

func proven(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateProven {
		return nil
	}
	return settled("nothing to send; the transcript ends well", model.GradeStrong)
}

func cancelled(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateCancelled || r.Status == stCancelled {
		return nil
	}
	return opinion(classify.Opinion{Rank: classify.RankAbort, State: model.StateCancelled, Grade: model.GradeProven, Confidence: 0.9, Headline: "cancelled: it was never taken"})
}

func undelivered(_ *classify.Input, r *record) []classify.Observation {
	if r.fate != fateRan || len(r.sent.undelivered) == 0 {
		return nil
	}
	f := r.finding(model.SeverityWarning, "a part of what it sent was not delivered", nextRun)
	for _, o := range r.sent.undelivered {
		f.Evidence = append(f.Evidence, model.Evidence{Where: tabOut + "#" + o.ID, Quote: o.Text})
	}
	return []classify.Observation{{Finding: &f}}
}

// seriesStopped is about a failed run that keeps its schedule: the next run is planned
// when one completes, and after a failure never (upstream issue 2678).
func seriesStopped(_ *classify.Input, r *record) []classify.Observation {
	if r.Status != stFailed || r.Recurrence == "" {
		return nil
	}
	for _, run := range r.messages {
		if run.Series == r.Series && run.Kind == r.Kind && run.live() {
			return nil
		}
	}
	f := r.finding(model.SeverityError, "its series stopped: this run failed, and no next one is planned", "a next run of the series",
		model.Evidence{Where: r.row(), Quote: "recurrence " + r.Recurrence})
	if f.Last.IsZero() {
		f.First, f.Last = r.due(), r.due()
	}
	f.Actions = []model.ActionName{model.ActionRevive}
	return both(f, classify.Opinion{
		Rank: classify.RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.97, Headline: "its series stopped",
	})
}
