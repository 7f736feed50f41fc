package classify

import (
	"testing"

	"notdone/model"
)

func TestJudgeExcept(t *testing.T) {
	c := done("I was unable to renew the certificate: access to the DNS zone was denied.")
	j := New(DefaultConfig())
	plain := j.Judge(&c, model.StateDone, now)
	if plain.State != model.StateFalseDone {
		t.Fatalf("it is %v without any opinion", plain.State)
	}
	dismissal := func(rules ...string) func(*model.Finding) string {
		return func(f *model.Finding) string {
			for _, r := range rules {
				if f.Rule == r || r == "*" {
					return "that zone is not ours"
				}
			}
			return ""
		}
	}
	cases := []struct {
		name  string
		wrong func(*model.Finding) string
		state model.State
	}{
		{"nothing", nil, model.StateFalseDone},
		{"another rule", dismissal("block-loop"), model.StateFalseDone},
		{"everything", dismissal("*"), model.StateDone},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			v := j.JudgeExcept(&c, model.StateDone, now, tc.wrong)
			if v.State != tc.state || len(v.Findings) != len(plain.Findings) {
				t.Errorf("it is %v with %d findings, want %v with %d", v.State, len(v.Findings), tc.state, len(plain.Findings))
			}
			for _, f := range v.Findings {
				if dismissed := tc.state == model.StateDone; f.Counts() == dismissed || (f.Dismissed == "that zone is not ours") != dismissed {
					t.Errorf("%s counts: %v, dismissed: %q", f.Rule, f.Counts(), f.Dismissed)
				}
			}
			if tc.state == model.StateDone && (v.Headline != "dismissed by the operator: that zone is not ours" || v.Obstacle != nil) {
				t.Errorf("headline %q, obstacle %v", v.Headline, v.Obstacle)
			}
		})
	}
}
