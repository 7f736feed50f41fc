package taskplane

import "testing"

func TestVerdictsOfReviews(t *testing.T) {
	for _, tc := range []struct {
		want verdict
		text string
	}{
		{verdictApprove, "## Code Review: Step 1\n\n### Verdict: APPROVE\n\n### Summary\nDo not revise."},
		{verdictRevise, "### Verdict: REVISE\n\n### Summary\nI will approve it later."},
		{verdictRethink, "## Verdict\n\nRETHINK\n"},
		{verdictRevise, "## Verdict\r\n\r\nREVISE\r\n"},
		{verdictApprove, "###Verdict:approve"},
		{verdictRevise, "### Verdict: **REVISE**"},
		{verdictRevise, "### **Verdict: REVISE**"},
		{verdictRevise, "**Verdict:** REVISE"},
		{verdictRevise, "### Verdict\n\n**REVISE** – two things"},
		{verdictRethink, "## Verdict: `RETHINK`"},
		{verdictApprove, "- **Verdict** — APPROVED"},
		{verdictRevise, "# Review\n> Verdict: [REVISE]"},
		{verdictApprove, "## ✅ Verdict: APPROVE"},
		{verdictRevise, "### Verdict: REVISE\n\n(before that: ### Verdict: APPROVE)"},
		{verdictRevise, "Fill in:\n### Verdict: APPROVE | REVISE | RETHINK\n\n### Verdict: REVISE"},
		{verdictUnknown, "### Verdict: [APPROVE | REVISE | RETHINK]\n"},
		{verdictRevise, "Changes requested."},
		{verdictRevise, "I cannot approve this."},
		{verdictRevise, "I can’t approve this."},
		{verdictRevise, "Please request changes; I do not approve."},
		{verdictApprove, "Looks good, approved."},
		{verdictRevise, "You have to revise the second call."},
		{verdictRethink, "Re-think the whole."},
		{verdictUnknown, "Two remarks."},
		{verdictUnknown, ""},
	} {
		if got := parseVerdict(tc.text); got != tc.want {
			t.Errorf("%q is %v, not %v", tc.text, got, tc.want)
		}
	}
}

func TestTheNewestCodeReviewDecides(t *testing.T) {
	all := []review{}
	for _, r := range []struct {
		name string
		of   verdict
	}{
		{"R010-code-step2.md", verdictApprove},
		{"R002-code-step1.md", verdictRevise},
		{"R009-code-step2.md", verdictRevise},
		{"R011-plan-step2.md", verdictRevise},
		{"R100-code-step3.md", verdictRethink},
		{"R099-code-step3.md", verdictApprove},
		{"R101-code-step3.md", verdictUnknown},
		{"R003-plan-step1.md", verdictApprove},
	} {
		v, ok := parseReviewName(r.name)
		if !ok {
			t.Fatalf("%s is no review", r.name)
		}
		v.Verdict = r.of
		all = append(all, v)
	}
	sortReviews(all)
	for step, want := range map[int]int{1: 2, 2: 10, 3: 100} {
		if got := newestOf(all, step); got == nil || got.Number != want {
			t.Errorf("step %d is decided by %+v, not R%03d", step, got, want)
		}
	}
	if got := newestOf(all, 4); got != nil {
		t.Errorf("step 4 is decided by %+v", got)
	}
	for _, name := range []string{"request-R001.md", "R001-code-step1.md.tmp", "R001-code-stepX.md", "R001-test-step1.md", "r001-code-step1.txt", "R99999999-code-step1.md"} {
		if r, ok := parseReviewName(name); ok {
			t.Errorf("%s is read as %+v", name, r)
		}
	}
}

func FuzzVerdict(f *testing.F) {
	f.Add("### Verdict: **REVISE**\n\n### Summary\nx")
	f.Add("Verdict: APPROVE | REVISE\xff")
	f.Fuzz(func(t *testing.T, text string) {
		if v := parseReview([]byte(text)).(*reviewFile); v.Verdict > verdictRethink || len(v.Summary) > maxField+4 {
			t.Errorf("%+v", v)
		}
	})
}
