package classify

import (
	"fmt"
	"slices"

	"notdone/model"
)

// Tally counts how the finished tasks of a queue turned out. Suspicions in the queue that rest
// on words alone are judged with this rate as their prior. The zero Tally changes no verdict.
type Tally struct {
	// Finished is how many tasks count as done, of those of which anything is known
	// besides that.
	Finished int
	// NotDone is how many of those are not done, whatever their queue is like.
	NotDone int
}

// TallyOf returns what one task adds to the tally of its queue. confirmed says that the
// operator found right what is found against it. A suspicion that the tally itself
// could change does not count as not done, so that no tally feeds itself.
func TallyOf(v *model.Verdict, confirmed bool) Tally {
	switch {
	case v.State == model.StateFalseDone && (confirmed || !Doubtful(v)):
		return Tally{Finished: 1, NotDone: 1}
	case v.State == model.StateFalseDone, v.State == model.StateDone && v.Grade > model.GradeCannotTell:
		return Tally{Finished: 1}
	}
	return Tally{}
}

// Add adds what other counts, as often as times says; times may be negative.
func (t *Tally) Add(other Tally, times int) {
	t.Finished += times * other.Finished
	t.NotDone += times * other.NotDone
}

const (
	// Every queue starts with the tally of usualTasks tasks of which usualRate are not done.
	// The rate is far higher among the messages on which the scores of words are calibrated.
	usualRate, usualTasks = 0.1, 100
	// minDone is the number of done tasks that a queue needs before its tally changes verdicts.
	minDone = 100
)

// shifts maps a queue's rate of tasks that are not done to the log-odds that are taken off
// words. It has few steps, so that one task more rarely changes the verdict of others.
var shifts = [...]struct{ below, shift float64 }{{0.05, maxShift}, {0.07, minShift}}

// Bounds of a shift that is not 0. With a maximum of 0.7 a suspicion of more than 0.67 stands in
// every queue.
const (
	maxShift = 0.7
	minShift = maxShift / 2
)

// Shift returns by how much doubtful words weigh less in the queue, in log-odds from 0 to
// 0.7. It grows with the tasks that were done and never with one that was not.
func (t Tally) Shift() float64 {
	if t.Finished-t.NotDone < minDone {
		return 0
	}
	rate := (float64(t.NotDone) + usualRate*usualTasks) / float64(t.Finished+usualTasks)
	for _, s := range shifts {
		if rate < s.below {
			return s.shift
		}
	}
	return 0
}

// Doubtful reports whether a verdict is a suspicion that rests on words alone, of which a
// queue whose tasks are nearly always done can make a done task.
func Doubtful(v *model.Verdict) bool {
	return v.State == model.StateFalseDone && v.Grade == model.GradeTextOnly && logOdds(v.Confidence) < maxShift && wordsAlone(v)
}

// Faint reports whether a doubtful verdict is overruled by every Shift but 0. Other doubtful
// verdicts are overruled by the largest Shift only.
func Faint(v *model.Verdict) bool { return logOdds(v.Confidence) < minShift }

// Bare reports whether no finding counts but those about what the task said.
func Bare(v *model.Verdict) bool {
	return !slices.ContainsFunc(v.Findings, func(f model.Finding) bool { return f.Counts() && !isWords(&f) })
}

// Overrules reports whether Judge makes a done task of a doubtful verdict, which may be Faint.
func (t Tally) Overrules(faint bool) bool {
	shift := t.Shift()
	return shift >= maxShift || faint && shift > 0
}

// wordsAlone reports whether only what the task said is found against it.
func wordsAlone(v *model.Verdict) bool {
	said := false
	for i := range v.Findings {
		f := &v.Findings[i]
		if f.Counts() && f.Severity >= model.SeverityWarning && !isWords(f) {
			return false
		}
		said = said || f.Counts() && isWords(f)
	}
	return said
}

// isWords reports whether a finding is about what the task said, and nothing else.
func isWords(f *model.Finding) bool {
	return f.Origin == model.OriginNotdone && (f.Rule == RuleObstacle || f.Rule == RulePromise)
}

// Overruled reports whether a verdict is a suspicion that Tally.Judge turned into done.
func Overruled(v *model.Verdict) bool {
	return v.State == model.StateDone && slices.ContainsFunc(v.Findings, func(f model.Finding) bool {
		return isWords(&f) && f.Discounted && f.Dismissed == ""
	})
}

// Judge returns the verdict as it is in a queue of this tally, and whether it differs. A
// suspicion whose words weigh too little becomes done; what was found stays, does not
// count and says why. The verdict that is handed in is not changed.
func (t Tally) Judge(v *model.Verdict) (judged model.Verdict, differs bool) {
	shift := t.Shift()
	if shift == 0 || !Doubtful(v) || logOdds(v.Confidence) >= shift {
		return *v, false
	}
	judged = *v
	judged.State, judged.Confidence, judged.Obstacle = model.StateDone, probability(shift-logOdds(v.Confidence)), nil
	judged.Headline = "doubtful words, where tasks are nearly always done"
	judged.Findings = slices.Clone(v.Findings)
	for i := range judged.Findings {
		if f := &judged.Findings[i]; f.Counts() && isWords(f) {
			f.Discounted = true
			f.Message = fmt.Sprintf("%s; the words alone are doubtful (%.2f), and of %d finished tasks here %d were not done, so it is taken as done",
				f.Message, v.Confidence, t.Finished, t.NotDone)
		}
	}
	SortFindings(judged.Findings)
	return judged, true
}
