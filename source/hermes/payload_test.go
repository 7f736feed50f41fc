package hermes

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"notdone/model"
)

func TestDecode(t *testing.T) {
	cases := []struct {
		raw   string
		said  string
		cards []string
	}{
		{`{"reason": "which shelf?", "kind": null, "recurrences": 1}`, "which shelf?", nil},
		{`{"reason": null, "error": "it broke"}`, "it broke", nil},
		{`{"reason": 5, "error": "it broke", "failures": "two"}`, "it broke", nil},
		{`{"phantom_cards": ["t_1", 7, null, "t_2"]}`, "", []string{"t_1", "t_2"}},
		{`{"phantom_cards": {"a": 1}}`, "", nil},
		{`["reason"]`, "", nil},
		{`{"reason": "cut o`, "", nil},
		{`null`, "", nil},
		{``, "", nil},
	}
	for _, c := range cases {
		var p payload
		decode(c.raw, &p)
		if p.said() != c.said || !slices.Equal(texts(p.PhantomCards), c.cards) {
			t.Errorf("%s says %q and names %v", c.raw, p.said(), p.PhantomCards)
		}
	}
}

func TestOutcomeOf(t *testing.T) {
	cases := []struct {
		outcome, status, trigger, failure string
		want                              model.Outcome
	}{
		{outCompleted, "done", "", "", model.OutcomeCompleted},
		{outTimedOut, "", "", "elapsed 640s > limit 600s", model.OutcomeTimedOut},
		{outTimedOut, "", "", " iteration budget exhausted (1/1)", model.OutcomeBudget},
		{outGaveUp, "", outSpawnFailed, "no profile", model.OutcomeSpawnFailed},
		{outGaveUp, "", outTimedOut, "Iteration budget exhausted", model.OutcomeBudget},
		{outGaveUp, "", "", "", model.OutcomeFailed},
		{"", "released", "", "", model.OutcomeReleased},
		{"rate_limited", "", "", "", model.OutcomeRateLimited},
		{"melted", "", "", "", model.OutcomeUnknown},
	}
	for _, c := range cases {
		if got := outcomeOf(c.outcome, c.status, c.trigger, c.failure); got != c.want {
			t.Errorf("%s %s %s %q is %v, not %v", c.outcome, c.status, c.trigger, c.failure, got, c.want)
		}
	}
}

func TestBudgetOf(t *testing.T) {
	for said, want := range map[string]string{
		"Iteration budget exhausted (12/12) — more": " (12/12 turns)", " iteration budget exhausted (3/9)": " (3/9 turns)",
		"Iteration budget exhausted": "", "budget (1/2)": "", "Iteration budget exhausted (a/2)": "",
		"Iteration budget exhausted (-1/2)": "", "Iteration budget exhausted (1/0)": "",
	} {
		if got := budgetOf(said); got != want {
			t.Errorf("%q is %q", said, got)
		}
	}
}

func FuzzPayload(f *testing.F) {
	f.Add(`{"reason": "x", "phantom_refs": ["t_1"]}`)
	f.Add(`{"trigger_outcome": "crashed", "exit_code": 2, "changed_files": [1, "a"]}`)
	f.Add(`{"reason": {"reason": []}}`)
	f.Fuzz(func(t *testing.T, raw string) {
		var p payload
		decode(raw, &p)
		var m metadata
		decode(raw, &m)
		if n := m.files(); n != nil && *n < 0 {
			t.Error("a negative number of files")
		}
		if !json.Valid([]byte(raw)) && (p.said() != "" || len(p.PhantomRefs) > 0 || m.ExitCode != nil) {
			t.Errorf("%q is no JSON and says something", raw)
		}
	})
}

func FuzzReferences(f *testing.F) {
	f.Add("see t_12345678, t_é and t_123456789t_")
	f.Fuzz(func(t *testing.T, prose string) {
		for _, id := range references(prose) {
			if !strings.Contains(prose, id) || len(id) < 10 || !strings.HasPrefix(id, "t_") {
				t.Errorf("%q is found in %q", id, prose)
			}
		}
	})
}
