package classify

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"notdone/model"
)

// suspicion is a verdict of a message alone, that sure.
func suspicion(sure float64) model.Verdict {
	return model.Verdict{
		State: model.StateFalseDone, Grade: model.GradeTextOnly, Confidence: sure,
		Headline: "needs access", Obstacle: &model.Obstacle{Kind: model.KindAccess, Key: "access:vault"},
		Findings: []model.Finding{{
			Rule: "obstacle-in-result", Severity: model.SeverityWarning, Message: "marked done, but its last message reports an obstacle", Count: 1,
		}},
	}
}

func TestTallyOverrulesDoubtfulWords(t *testing.T) {
	v := suspicion(0.56)
	got, differs := Tally{Finished: 930, NotDone: 4}.Judge(&v)
	if !differs || got.State != model.StateDone || got.Grade != model.GradeTextOnly || got.Obstacle != nil || got.Confidence < 0.5 {
		t.Fatalf("it is judged %+v", got)
	}
	f := got.Findings[0]
	if f.Counts() || f.Dismissed != "" || !strings.Contains(f.Message, "reports an obstacle; the words alone are doubtful (0.56), and of 930 finished tasks here 4 were not done") {
		t.Errorf("the finding is %+v", f)
	}
	if !Overruled(&got) || Overruled(&v) || !v.Findings[0].Counts() || v.Obstacle == nil {
		t.Error("the suspicion itself was changed, or the result cannot be told from it")
	}
}

func TestTallyLeavesVerdictsAlone(t *testing.T) {
	clean := Tally{Finished: 5000}
	other := func(change func(v *model.Verdict)) model.Verdict {
		v := suspicion(0.56)
		change(&v)
		return v
	}
	for name, v := range map[string]model.Verdict{
		"sure words":   suspicion(0.69),
		"corroborated": other(func(v *model.Verdict) { v.Grade = model.GradeStrong }),
		"blocked":      other(func(v *model.Verdict) { v.State = model.StateBlocked }),
		"no words":     other(func(v *model.Verdict) { v.Findings[0].Rule = "phantom-refs" }),
		"more than one": other(func(v *model.Verdict) {
			v.Findings = append(v.Findings, model.Finding{Rule: "log-last-command", Severity: model.SeverityWarning})
		}),
		"of its owner": other(func(v *model.Verdict) { v.Findings[0].Origin = model.OriginOwner }),
	} {
		if got, differs := clean.Judge(&v); differs {
			t.Errorf("%s: judged %+v", name, got)
		}
	}
	for _, few := range []Tally{{}, {Finished: 99}, {Finished: 930, NotDone: 90}, {Finished: 150, NotDone: 60}} {
		v := suspicion(0.51)
		if _, differs := few.Judge(&v); differs {
			t.Errorf("%+v overrules a suspicion", few)
		}
	}
	for name, v := range map[string]model.Verdict{
		"doubtful": suspicion(0.51),
		"an info besides": other(func(v *model.Verdict) {
			v.Findings = append(v.Findings, model.Finding{Rule: "short-run", Severity: model.SeverityInfo})
		}),
		"a dismissed warning besides": other(func(v *model.Verdict) {
			v.Findings = append(v.Findings, model.Finding{Rule: "phantom-refs", Severity: model.SeverityWarning, Discounted: true})
		}),
	} {
		if got, differs := clean.Judge(&v); !differs || got.Confidence < 0.5 {
			t.Errorf("%s: a clean queue makes %+v of it", name, got)
		}
	}
}

// TestTallyOf: what a tally can change does not count, so that no tally feeds itself.
func TestTallyOf(t *testing.T) {
	sure, doubtful := suspicion(0.9), suspicion(0.56)
	proven := model.Verdict{State: model.StateFalseDone, Grade: model.GradeProven, Confidence: 0.6}
	done := model.Verdict{State: model.StateDone, Grade: model.GradeTextOnly, Confidence: 0.9}
	unknown := model.Verdict{State: model.StateDone, Confidence: 0.6}
	blocked := model.Verdict{State: model.StateBlocked, Grade: model.GradeProven}
	for _, tt := range []struct {
		name      string
		v         *model.Verdict
		confirmed bool
		want      Tally
	}{
		{"structure", &proven, false, Tally{1, 1}},
		{"sure words", &sure, false, Tally{1, 1}},
		{"doubtful words", &doubtful, false, Tally{1, 0}},
		{"confirmed words", &doubtful, true, Tally{1, 1}},
		{"done", &done, false, Tally{1, 0}},
		{"nothing is known", &unknown, false, Tally{}},
		{"not done", &blocked, true, Tally{}},
	} {
		if got := TallyOf(tt.v, tt.confirmed); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	overruled, _ := Tally{Finished: 5000}.Judge(&doubtful)
	if got, want := TallyOf(&overruled, false), TallyOf(&doubtful, false); got != want {
		t.Errorf("a task that was overruled adds %+v, before that %+v", got, want)
	}
}

// TestMoreFailuresNeverHide: a task that turns out not to be done, or one more that is
// not, never hides a suspicion that was shown, and the shift stays within its bounds.
func TestMoreFailuresNeverHide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		done := rapid.IntRange(0, 3000).Draw(t, "done")
		not := rapid.IntRange(0, 300).Draw(t, "not")
		v := suspicion(rapid.Float64Range(0.5, 0.99).Draw(t, "sure"))
		before := Tally{Finished: done + not, NotDone: not}
		shift := before.Shift()
		if !(shift >= 0 && shift <= 0.7) || not == 0 && done < 100 && shift != 0 {
			t.Fatalf("%+v shifts by %v", before, shift)
		}
		_, hidden := before.Judge(&v)
		for _, more := range []Tally{{before.Finished + 1, not + 1}, {before.Finished, min(not+1, before.Finished)}} {
			if _, hides := more.Judge(&v); hides && !hidden {
				t.Fatalf("%+v shows a suspicion of %v and %+v hides it", before, v.Confidence, more)
			}
		}
		if _, surer := before.Judge(&v); surer && v.Confidence > 0.67 {
			t.Fatalf("%+v hides a suspicion of %v", before, v.Confidence)
		}
	})
}
