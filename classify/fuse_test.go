package classify

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
)

// speaks is the opinion of a message with a probability of not done.
func speaks(notDone float64) Opinion {
	if notDone < 0.5 {
		return Opinion{Rank: RankText, State: model.StateDone, Grade: model.GradeTextOnly, Confidence: 1 - notDone}
	}
	return Opinion{Rank: RankText, State: model.StateFalseDone, Grade: model.GradeTextOnly, Confidence: notDone}
}

// signalled is the opinion that comes of a signal.
func signalled(s signal) Opinion {
	return s.opinion()
}

var record = Opinion{Rank: RankRecorded, State: model.StateDone, Grade: model.GradeCannotTell, Confidence: 0.6}

func TestEverySignalSaysWhatItWeighs(t *testing.T) {
	for s, w := range signals {
		if w.times < 1 || w.times > 99 || w.about >= numTopics {
			t.Errorf("signal %d: %+v", s, w)
		}
		if back := math.Exp(logOdds(signal(s).confidence())); math.Abs(back-w.times) > 1e-9 {
			t.Errorf("signal %d weighs %v times as an opinion, %v in the table", s, back, w.times)
		}
	}
}

// TestSignalsHelpTheirSide draws any set of signals beside any words and adds
// one more: what speaks against done never makes it likelier, nor the other way
// round.
func TestSignalsHelpTheirSide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opinions := []Opinion{record}
		if rapid.Bool().Draw(t, "words") {
			opinions = append(opinions, speaks(rapid.Float64Range(0.001, 0.999).Draw(t, "score")))
		}
		set := rapid.Uint64Range(0, 1<<numSignals-1).Draw(t, "set")
		for s := range numSignals {
			if set>>s&1 == 1 {
				opinions = append(opinions, signalled(s))
			}
		}
		more := signalled(signal(rapid.IntRange(0, int(numSignals)-1).Draw(t, "more")))
		before := fuse(append([]Opinion(nil), opinions...))
		after := fuse(append(opinions, more))
		rose := after.notDone - before.notDone
		if more.State == model.StateDone {
			rose = -rose
		}
		if rose < -1e-9 {
			t.Fatalf("%v (%v), with %v more for %v: %v (%v)", before.notDone, before.State, more.Confidence, more.State, after.notDone, after.State)
		}
	})
}

func TestFusionIsMonotoneForDone(t *testing.T) {
	states := rapid.SampledFrom([]model.State{model.StateDone, model.StateFalseDone, model.StateFailed, model.StateBlocked})
	draw := func(t *rapid.T, least Rank) Opinion {
		return Opinion{
			Rank: Rank(rapid.IntRange(int(least), int(RankLive)).Draw(t, "rank")), State: states.Draw(t, "state"),
			Grade: model.Grade(rapid.IntRange(0, 3).Draw(t, "grade")), Confidence: rapid.Float64Range(0.5, 0.99).Draw(t, "confidence"),
			about: topic(rapid.IntRange(0, int(numTopics)-1).Draw(t, "about")),
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		opinions := []Opinion{draw(t, RankRecorded)}
		for range rapid.IntRange(0, 5).Draw(t, "others") {
			opinions = append(opinions, draw(t, RankSupport))
		}
		before := fuse(append([]Opinion(nil), opinions...))
		more := draw(t, RankSupport)
		more.State = model.StateDone
		after := fuse(append(opinions, more))
		if after.notDone > before.notDone+1e-9 {
			t.Fatalf("%v %v becomes %v %v by %+v", before.State, before.notDone, after.State, after.notDone, more)
		}
	})
}

func TestWhatSignalsComeTo(t *testing.T) {
	sum := func(score float64, times ...float64) float64 {
		odds := score / (1 - score)
		for _, n := range times {
			odds *= n
		}
		return odds / (1 + odds)
	}
	for _, tt := range []struct {
		name    string
		score   float64 // of the words
		signals []signal
		want    float64
		state   model.State
		grade   model.Grade
	}{
		{"words against, alone", 0.9, nil, 0.9, model.StateFalseDone, model.GradeTextOnly},
		{"words for, alone", 0.02, nil, 0.02, model.StateDone, model.GradeTextOnly},
		{"words and idleness", 0.9, []signal{signalIdle}, sum(0.9, 2), model.StateFalseDone, model.GradeStrong},
		{"one subject counts once", 0.6, []signal{signalIdle, signalNoFiles, signalIdleAction}, sum(0.6, 10), model.StateFalseDone, model.GradeStrong},
		{"two subjects add up", 0.6, []signal{signalIdle, signalDenied}, sum(0.6, 2, 3), model.StateFalseDone, model.GradeStrong},
		{"signals for done do not acquit", 0.55, []signal{signalChanged}, 0.5, model.StateFalseDone, model.GradeTextOnly},
		{"they make less sure", 0.9, []signal{signalChanged}, sum(0.9, 1/1.5), model.StateFalseDone, model.GradeTextOnly},
		{"weak signals convict nobody", 0.4, []signal{signalNoChange}, 0.5, model.StateDone, model.GradeTextOnly},
		{"strong ones do, by how the request is read", 0.3, []signal{signalIdleAction}, sum(0.3, 10), model.StateFalseDone, model.GradeTextOnly},
		{"a failed command that nobody speaks of is a reading", 0.001, []signal{signalLogLastCommand}, sum(0.5, 3), model.StateFalseDone, model.GradeTextOnly},
		{"unless the words are surer, within bounds", 0.001, []signal{signalIdleAction}, sum(0.05, 10), model.StateDone, model.GradeTextOnly},
		{"a contradiction decides whatever is claimed", 0.001, []signal{signalExitCode}, sum(0.5, 6), model.StateFalseDone, model.GradeStrong},
		{"and adds to words that agree", 0.9, []signal{signalExitCode}, sum(0.9, 6), model.StateFalseDone, model.GradeStrong},
		{"a completed run agrees and weighs nothing", 0.02, []signal{signalCompleted}, 0.02, model.StateDone, model.GradeStrong},
		{"everything", 0.99, []signal{signalExitCode, signalOpenRun, signalNoOutput}, maxConfidence, model.StateFalseDone, model.GradeProven},
	} {
		t.Run(tt.name, func(t *testing.T) {
			opinions := []Opinion{record, speaks(tt.score)}
			for _, s := range tt.signals {
				opinions = append(opinions, signalled(s))
			}
			f := fuse(opinions)
			if math.Abs(f.notDone-tt.want) > 1e-9 || f.State != tt.state || f.Grade != tt.grade {
				t.Errorf("%v, %v, %v; want %v, %v, %v", f.notDone, f.State, f.Grade, tt.want, tt.state, tt.grade)
			}
		})
	}
}

func TestDeclaredDoneIsLessSureAgainstStructure(t *testing.T) {
	declared := Opinion{Rank: RankExplicit, State: model.StateDone, Grade: model.GradeStrong, Confidence: 0.9}
	alone := fuse([]Opinion{record, declared})
	against := fuse([]Opinion{record, declared, signalled(signalExitCode)})
	if against.State != model.StateDone || against.Confidence >= alone.Confidence || against.Confidence < 0.7 {
		t.Errorf("%v %v, without the exit code %v", against.State, against.Confidence, alone.Confidence)
	}
	if alone.Grade != model.GradeStrong || against.Grade != model.GradeTextOnly {
		t.Errorf("grade %v, without the exit code %v", against.Grade, alone.Grade)
	}
}

// TestOutrankedEvidenceCancelsHalf: however much structure speaks for done, a
// contradiction keeps half of its weight.
func TestOutrankedEvidenceCancelsHalf(t *testing.T) {
	against := signalled(signalFailedRun) // ten to one
	for _, tt := range []struct{ confidence, odds float64 }{{0.6, 10 / 1.5}, {0.7, 10 * 0.3 / 0.7}, {0.99, math.Sqrt(10)}} {
		forDone := Opinion{Rank: RankSupport, State: model.StateDone, Grade: model.GradeStrong, Confidence: tt.confidence}
		v := fuse([]Opinion{against, forDone, record})
		if want := tt.odds / (1 + tt.odds); v.State != model.StateFalseDone || math.Abs(v.Confidence-want) > 1e-9 {
			t.Errorf("against structure of %v the verdict is %v at %v, want %v", tt.confidence, v.State, v.Confidence, want)
		}
	}
}
