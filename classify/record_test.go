package classify

import (
	"strings"
	"testing"

	"notdone/model"
)

func TestRecordBearsTheGrade(t *testing.T) {
	for _, c := range []struct {
		r    Record
		poor bool
	}{{Record{}, false}, {Record{4, 1}, false}, {Record{3, 2}, true}, {Record{0, 4}, false}, {Record{0, 5}, true}, {Record{80, 20}, false}, {Record{79, 21}, true}} {
		if c.r.Poor() != c.poor {
			t.Errorf("%+v is poor: %v", c.r, c.r.Poor())
		}
		want := model.GradeProven
		if c.poor {
			want = model.GradeTextOnly
		}
		if got := c.r.bounded(Opinion{Grade: model.GradeProven}); got.Grade != want {
			t.Errorf("%+v bears %v", c.r, got.Grade)
		}
	}
	if got := (Record{0, 9}).bounded(Opinion{Grade: model.GradeCannotTell}); got.Grade != model.GradeCannotTell {
		t.Errorf("a poor record makes surer: %v", got.Grade)
	}
}

// TestPoorRuleIsNotStrong holds that a judge asks the record.
func TestPoorRuleIsNotStrong(t *testing.T) {
	c := done("Fixed the parser and pushed it.")
	c.Runs[0].Outcome = model.OutcomeFailed
	j := New(DefaultConfig())
	if v := j.Judge(&c, model.StateDone, now); v.State != model.StateFalseDone || v.Grade != model.GradeStrong {
		t.Fatalf("%v, %v", v.State, v.Grade)
	}
	for i := range j.rules {
		if j.rules[i].Name == "failed-run" {
			j.records[i] = Record{1, 9}
		}
	}
	if v := j.Judge(&c, model.StateDone, now); v.State != model.StateFalseDone || v.Grade != model.GradeTextOnly {
		t.Errorf("%v, %v", v.State, v.Grade)
	}
}

func TestEveryRuleSaysWhatItSees(t *testing.T) {
	for _, r := range Rules() {
		if r.Doc == "" || strings.HasSuffix(r.Doc, ".") || len(r.Doc) > 100 {
			t.Errorf("%s: %q", r.Name, r.Doc)
		}
	}
}

func TestParseRecords(t *testing.T) {
	got := parseRecords("a-rule\t3\t1\n\nbroken\nother\tx\t1\n")
	if len(got) != 1 || got["a-rule"] != (Record{3, 1}) {
		t.Errorf("%v", got)
	}
	for rule, r := range records() {
		if r.Right < 0 || r.Wrong < 0 || r.Right+r.Wrong == 0 {
			t.Errorf("%s: %+v", rule, r)
		}
	}
}
