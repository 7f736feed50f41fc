package taskplane

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"notdone/classify"
	"notdone/classify/text"
	"notdone/model"
)

// The rules in this file look at who works on a task, and at what comes of it.

// streak is iterations in a row that brought nothing.
type streak struct {
	count       int
	first, last time.Time
	evidence    []model.Evidence
	changed     bool // there were changes, but no box was checked
}

// maxShown bounds the iterations that a finding shows.
const maxShown = 5

// noProgress is the row by which the lane-runner notes an iteration that checked no box
// and left no change behind that is not committed.
var noProgress = regexp.MustCompile(`^Iteration (\d{1,6}): .*\((\d)/\d`)

// idle returns the newest iterations that brought nothing. That one was intercepted at
// its end says nothing: all are.
func (r *record) idle() (s streak) {
	stalled := map[int]logRow{}
	if r.Status != nil {
		for _, row := range r.Status.Rows {
			if m := noProgress.FindStringSubmatch(row.Outcome); m != nil && row.Action == "No progress" {
				stalled[leadingNumber(m[1], 0)] = row
			}
		}
	}
	for i := len(r.Log.runs) - 1; i >= 0; i-- {
		it := &r.Log.runs[i]
		if !it.over() {
			continue
		}
		row, noted := stalled[it.number]
		if it.edits > 0 || it.commands > 0 && !noted || !noted && r.counted(it.number) {
			break
		}
		note := fmt.Sprintf("iteration %d: %d tool calls, no file changed", it.number, it.calls)
		if noted {
			note += "; " + row.Outcome
		}
		s.add(it.started, it.ended, model.Evidence{Where: it.from, Quote: note})
	}
	if len(r.Log.runs) == 0 && r.Status != nil {
		r.idleByRows(&s)
	}
	return s
}

// counted reports whether the execution log has the end of an iteration: then it would
// also say that it brought nothing.
func (r *record) counted(number int) bool {
	return r.Status != nil && slices.ContainsFunc(r.Status.Rows, func(row logRow) bool {
		return row.Action == fmt.Sprintf("Worker iter %d", number)
	})
}

// idleByRows finds them where no log of the worker is there.
func (r *record) idleByRows(s *streak) {
	for i := len(r.Status.Rows) - 1; i >= 0; i-- {
		row := &r.Status.Rows[i]
		m := noProgress.FindStringSubmatch(row.Outcome)
		switch {
		case m != nil && row.Action == "No progress":
			s.changed = true
			s.add(row.At, row.At, model.Evidence{Where: fmt.Sprintf("%s:%d", r.StatusAt, row.Line), Quote: row.Outcome})
			if m[2] == "1" {
				return
			}
		case row.Action == "Soft progress", row.Action == "Task started":
			return
		}
	}
}

func (s *streak) add(first, last time.Time, e model.Evidence) {
	if s.count++; s.count == 1 {
		s.last = last
	}
	s.first = first
	if len(s.evidence) < maxShown {
		s.evidence = append(s.evidence, e)
	}
}

// checkIdleIterations sees a worker that is begun again and again and ends each time
// without having changed anything.
func checkIdleIterations(in *classify.Input, rec *record) []classify.Observation {
	s := rec.idle()
	if s.count < 2 || in.Recorded == model.StateDone || in.Recorded == model.StateCancelled {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityError, Count: s.count, First: s.first, Last: s.last, Evidence: s.evidence,
		Message: fmt.Sprintf("the last %d iterations ended without a change", s.count),
		Clears:  "an iteration that changes a file or checks a box", Actions: []model.ActionName{model.ActionMessage, model.ActionRetry},
	}
	if s.changed {
		f.Message = fmt.Sprintf("the last %d iterations checked no box", s.count)
	}
	if open := rec.openReviews(); len(open) > 0 {
		f.Message += fmt.Sprintf(", while step %d waits for an answer to %s", open[0].Step.Number, open[0].Review.name())
		f.Actions = []model.ActionName{model.ActionResetStep, model.ActionRetry}
	}
	if s.count < in.Config.RetryMin && in.Recorded != model.StateFailed {
		f.Severity = model.SeverityWarning
	}
	return finding(f)
}

// engineSilent reports whether nobody goes on with the batch: the supervisor's lock is
// Taskplane's own sign of life, which counts as stale after 90 s.
func (r *record) engineSilent(now time.Time) bool {
	const stale = 90 * time.Second
	return r.Engine == model.LivenessDead || r.Lock == nil || now.Sub(r.Lock.Heartbeat.Time) > stale
}

// checkWorkerGone judges a task that is recorded as running and on which nobody works:
// its worker ended without a word, or nothing of its lane was written for long.
func checkWorkerGone(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateActive {
		return nil
	}
	if w := rec.worker(); w != nil && w.Alive == model.LivenessDead && rec.engineSilent(in.Now) {
		said := fmt.Sprintf("%s (process %d) is gone and is still recorded as %s", w.ID, w.PID, w.Status)
		return opinion(classify.Opinion{
			Rank: classify.RankLive, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.95, Headline: "its worker is gone",
			Obstacle: obstacle(model.KindEnvironment, said, "worker gone", "manifest.json"),
		})
	}
	return after(in, rec.Beat, quiet, opinion(classify.Opinion{
		Rank: classify.RankLive, State: model.StateUnknown, Grade: model.GradeCannotTell, Confidence: 0.93,
		Headline: "neither its worker nor its lane gives a sign of life",
	}))
}

// laneLimit is how old the snapshot of a lane may be that is written every second.
const laneLimit = 2 * time.Minute

// checkStaleLane sees a lane whose snapshot says that it runs and is no longer written.
func checkStaleLane(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateActive || rec.Lane == nil || rec.Lane.Status != "running" {
		return nil
	}
	at := rec.Lane.UpdatedAt.Time
	return after(in, at, laneLimit, finding(model.Finding{
		Severity: model.SeverityWarning, First: at.Add(laneLimit), Last: at.Add(laneLimit),
		Message:  fmt.Sprintf("the snapshot of lane %d, which is written every second, is no longer written", rec.Lane.LaneNumber.N),
		Evidence: []model.Evidence{{Where: fmt.Sprintf("lanes/lane-%d.json", rec.Lane.LaneNumber.N)}}, Clears: "a newer snapshot",
	}))
}

// checkEscalation sees a worker that asks for help: its message lies there until the
// iteration is over.
func checkEscalation(in *classify.Input, rec *record) []classify.Observation {
	if in.Recorded != model.StateActive && in.Recorded != model.StateQueued {
		return nil
	}
	for i := len(rec.Mail) - 1; i >= 0; i-- {
		m := &rec.Mail[i]
		if m.Box != "outbox" || m.Type != "escalate" {
			continue
		}
		at := m.Timestamp.Time
		return both(model.Finding{
			Severity: model.SeverityWarning, Message: "its worker asks the supervisor for help", First: at, Last: at,
			Evidence: []model.Evidence{{Where: m.Rel, Quote: string(m.Content)}}, Clears: "the end of the iteration",
			Actions: []model.ActionName{model.ActionMessage},
		}, asks(string(m.Content), m.Rel, 0.96))
	}
	return nil
}

// asks is the opinion that a task is blocked, in the words of its worker.
func asks(said, where string, confidence float64) classify.Opinion {
	kind := text.Read(said).Kind
	if kind == model.KindUnknown {
		kind = model.KindDecision
	}
	return classify.Opinion{
		Rank: classify.RankLive, State: model.StateBlocked, Grade: model.GradeProven, Confidence: confidence,
		Headline: "its worker asks for help", Obstacle: obstacle(kind, said, said, where),
	}
}

// resolved begins a line about a blocker that is one no more.
var resolved = regexp.MustCompile(`(?i)^\W*(?:\[x\]|~~|✅|resolved|unblocked|fixed|cleared|solved|no longer)`)

// blocker is what STATUS.md names as in the way; empty: nothing is.
func (r *record) blocker() string {
	if r.Status == nil || !r.Live {
		return ""
	}
	var left []string
	for line := range strings.Lines(r.Status.Blockers) {
		if line = strings.TrimSpace(line); line != "" && !resolved.MatchString(line) && !strings.HasPrefix(line, "#") {
			left = append(left, line)
		}
	}
	return strings.TrimLeft(strings.Join(left, " "), "-* ")
}

// checkBlockers sees what the worker wrote down as in the way.
func checkBlockers(in *classify.Input, rec *record) []classify.Observation {
	said := rec.blocker()
	if said == "" || in.Recorded == model.StateCancelled {
		return nil
	}
	f := model.Finding{
		Severity: model.SeverityWarning, Message: "a blocker is named in STATUS.md", First: rec.Beat, Last: rec.Beat,
		Evidence: []model.Evidence{{Where: rec.StatusAt, Quote: said}}, Clears: "the section Blockers emptied",
	}
	o := asks(said, rec.StatusAt, 0.92)
	o.Headline, o.Grade = "a blocker is named", model.GradeStrong
	switch r := text.Read(said); {
	case in.Recorded == model.StateDone && r.Label == text.LabelDone:
		f.Severity = model.SeverityInfo
		return finding(f)
	case in.Recorded == model.StateDone:
		o.Rank, o.State, o.Grade, o.Confidence = classify.RankText, model.StateFalseDone, model.GradeTextOnly, r.Score
	case in.Recorded == model.StateFailed:
		o.Rank, o.State, o.Confidence = classify.RankHardError, model.StateFailed, 0.96
	}
	return both(f, o)
}
