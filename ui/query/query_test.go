package query_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"notdone/model"
	_ "notdone/model/fixedseed"
	"notdone/ui/query"
)

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

// deploy is a blocked task of which much is known.
func deploy() *model.Row {
	usd := 1.5
	return &model.Row{
		Task: model.Task{
			Source: "hermes", Queue: "/srv/Old/.hermes", ID: "side/t_17", Title: "Deploy the  Preview of #256", Attempts: 5,
			Updated: noon.Add(-3 * time.Hour), Worker: "build-2:4242", Profile: "dev", CostUSD: &usd,
		},
		Verdict: model.Verdict{
			State: model.StateBlocked, Grade: model.GradeProven,
			Obstacle: &model.Obstacle{Kind: model.KindAccess, Name: "no access to Vault", Text: "I lack access to Vault", Key: "access:vault"},
			Findings: []model.Finding{{Rule: "block-loop", Severity: model.SeverityCritical, Message: "blocked again 4 times", Count: 4}},
		},
		FirstJudged: noon.Add(-time.Hour),
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": true, "  ": true, "preview": true, "PREVIEW vault": true, "preview nowhere": false, `"access to vault"`: true,
		`"the preview"`: true, `"vault access"`: false, "“access to vault”": true, `"access to`: true, "!vault": false, "!nowhere": true, "-vault": false,
		"!-vault": true, "state:blocked": true, "state:failed": false, "state:failed,blocked": true, "!state:failed,blocked": false,
		"State:BLOCKED": true, "state:bl": true, "state:running": false, "kind:access": true, "kind:tool,access": true, "kind:unknown": false,
		"!kind:permission": true, "sev:critical": true, "sev>=error": true, "severity>warning": true, "sev<critical": false, "sev:error": false,
		"grade:proven": true, "grade>text-only": true, "grade<strong": false, "age>2h": true, "age>=3h": true, "age>3h": false,
		"age<1d": true, "age:>2h": true, "age>1w": false, "cost>1": true, "cost>$1.5": false, "cost=1.5": true, "cost<=1.50": true,
		"tries>=3": true, "tries:5": true, "tries<5": false, "attempts=5": true, "rounds>3": true, "rounds:4": true, "rounds>4": false,
		`cause:"no access"`: true, "cause:vault": true, "cause:token": false, "cause:#1f": false, "rule:loop": true, "rule:spawn": false,
		"new:2h": true, "new:30m": false, "new:2026-03-14T10:00:00Z": true, "new:2026-03-14T11:30:00Z": false, "new:2026-03-10": true, "changed:4h": true, "changed:2h": false,
		"source:hermes": true, "source:he": true, "source:queue": false, "source:.hermes": true, "source:old/.hermes": true,
		"source:ld/.hermes": false, "source:queue,hermes": true, "source:mes": false, "hermes": false, "host:build": true, "host:2": false,
		"worker:4242": true, "worker:dev": true, "worker:claude": false,
		// What the screen shows of it.
		"blocked": true, "critical": true, "crit": true, "error": false, "proven": false, "#5": true, "#4": false, "#256": true, "↻": true, "↻4": true, "↻5": false,
		"t_17": true, "!t_17": false, `"#5"`: true, "http://x": false, "12:30": false, "note:that": false, "state:blocked vault !token": true,
		"state:blocked,failed kind:access age>1h cost>1 tries>=3 vault": true,
	} {
		q, err := query.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := q.Match(deploy(), noon); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// What is not known of a task matches no comparison, and matches where that is denied.
func TestWhatIsUnknownMatchesNothing(t *testing.T) {
	t.Parallel()
	for _, term := range []string{"kind:unknown", "sev<=critical", "age>0s", "age<10000d", "cost>=0", "new:10000d", "changed:10000d", "cause:a"} {
		for text, want := range map[string]bool{term: false, "!" + term: true} {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if q.Match(&model.Row{}, noon) != want {
				t.Errorf("%s: %v", text, !want)
			}
		}
	}
}

func TestWordsOfTheScreen(t *testing.T) {
	t.Parallel()
	r := deploy()
	r.State, r.Grade = model.StateFalseDone, model.GradeTextOnly
	r.Findings[0].Severity = model.SeverityWarning
	for text, want := range map[string]bool{"warning": true, "critical": false, "text-only": true, "proven": false, "suspected": true, "false-done": true} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := q.Match(r, noon); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestStrict: where nobody looks at the result, a comparison with no field is no word.
func TestStrict(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"vault reason:permission": `no field "reason"; in quotes it is a text that is looked for`,
		"!priority>1":             `no field "priority"; in quotes it is a text that is looked for`,
		`"reason:permission"`:     "",
		"error: vault":            "",
		"https://example.org":     "",
		"12:30 state:blocked":     "",
	} {
		if _, err := query.Parse(text); err != nil {
			t.Errorf("Parse(%q): %v", text, err)
		}
		says := ""
		if _, err := query.ParseStrict(text); err != nil {
			says = err.Error()
		}
		if !strings.HasSuffix(says, want) || want == "" && says != "" {
			t.Errorf("%q says %q, want %q", text, says, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"state:blokced":     `0 no state "blokced": did you mean blocked?`,
		"vault state:xyzzy": `6 no state "xyzzy": it is one of unknown, queued, scheduled, active, blocked, failed, false-done, done, cancelled`,
		"state:f":           `0 "f" is failed or false-done`,
		"stat:blocked":      `0 no field "stat": did you mean state?`,
		"triez>3":           `0 no field "triez": did you mean tries?`,
		"state:":            `0 state needs a value: one of unknown, queued, scheduled, active, blocked, failed, false-done, done, cancelled`,
		"state:blocked,":    `0 state needs a value: one of unknown, queued, scheduled, active, blocked, failed, false-done, done, cancelled`,
		"age>":              `0 age needs a value, as in age>2h`,
		"age:2h":            `0 age needs a comparison, as in age>2h`,
		"age>two":           `0 age needs a duration such as 2h or 3d, not "two"`,
		"cost>-1":           `0 cost needs a sum such as 1 or 0.25, not "-1"`,
		"tries>NaN":         `0 tries needs a number such as 3, not "NaN"`,
		"state>blocked":     `0 state cannot be compared: write state:blocked,failed`,
		"new:yesterday":     `0 new needs a duration such as 1d, or a date, not "yesterday"`,
		"a !":               `2 ! stands before what must not match: !vault`,
		"a - b":             `2 - stands before what must not match: !vault`,
		"grade:provn":       `0 no grade "provn": did you mean proven?`,
	} {
		_, err := query.Parse(text)
		var e *query.Error
		if err == nil {
			t.Errorf("%q is no error", text)
		} else if e, _ = err.(*query.Error); e == nil || strings.TrimSpace(string(rune('0'+e.At))+" "+e.Says) != want { //nolint:errorlint // it is not wrapped
			t.Errorf("%q: %+v, want %s", text, err, want)
		}
	}
}

// drawRow draws a row; drawQuery a query about such rows.
func drawRow(t *rapid.T) *model.Row {
	pick := func(what ...string) string { return rapid.SampledFrom(what).Draw(t, "text") }
	r := &model.Row{
		Task: model.Task{
			Source: pick("hermes", "queue"), Queue: pick("/a/kanban.db", "/b/queue.db"), ID: pick("t_1", "side/done-7", "blocked#5"),
			Title: pick("", "Deploy #5 critically", "Done with the vault"), Attempts: rapid.IntRange(-1, 70_000).Draw(t, "attempts"), Worker: pick("", "web:1"),
		},
		Verdict: model.Verdict{
			State: model.State(rapid.IntRange(0, model.NumStates-1).Draw(t, "state")),
			Grade: model.Grade(rapid.IntRange(0, 3).Draw(t, "grade")),
		},
	}
	if rapid.Bool().Draw(t, "priced") {
		usd := rapid.SampledFrom([]float64{-1, 0, 0.1, 1, 1.5, 1e9}).Draw(t, "usd")
		r.CostUSD = &usd
	}
	if rapid.Bool().Draw(t, "timed") {
		r.Updated = noon.Add(-time.Duration(rapid.IntRange(-1, 100).Draw(t, "hours")) * time.Hour)
		r.FirstJudged = r.Updated
	}
	if rapid.Bool().Draw(t, "blocked") {
		r.Obstacle = &model.Obstacle{Kind: model.ObstacleKind(rapid.IntRange(0, int(model.KindPolicy)).Draw(t, "kind")), Name: pick("no vault", "which one"), Key: "k"}
	}
	for range rapid.IntRange(0, 2).Draw(t, "findings") {
		r.Findings = append(r.Findings, model.Finding{
			Rule: pick("block-loop", "late"), Severity: model.Severity(rapid.IntRange(0, 3).Draw(t, "severity")),
			Count: rapid.IntRange(1, 5).Draw(t, "count"), Discounted: rapid.Bool().Draw(t, "discounted"),
		})
	}
	return r
}

func drawQuery(t *rapid.T) *query.Query {
	terms := rapid.SliceOfN(rapid.SampledFrom([]string{
		"state:blocked,failed", "state:done", "kind:access,unknown", "sev>=error", "sev:info", "sev<critical", "grade:proven", "grade<=text-only",
		"age>2h", "age<=1d", "cost>1", "cost=0.1", "tries>=3", "tries:5", "rounds>2", "cause:vault", "cause:#0", "rule:loop", "new:1d", "changed:5h",
		"source:hermes", "source:kanban", "host:web", "worker:web", "vault", "done", "critical", "proven", "#5", "↻", "↻3", "5", "block", "t_1", `"the vault"`,
	}), 0, 4).Draw(t, "terms")
	for i := range terms {
		if rapid.Bool().Draw(t, "not") {
			terms[i] = "!" + terms[i]
		}
	}
	q, err := query.Parse(strings.Join(terms, " "))
	if err != nil {
		t.Fatal(err)
	}
	return &q
}

// TestFactsDecideAsRowsDo: what is decided by the facts of a task, or by those that it has
// in common with others, is what its row decides.
func TestFactsDecideAsRowsDo(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r, q := drawRow(t), drawQuery(t)
		facts := query.FactsOf(r)
		several := query.Facts{State: r.State, Weight: r.Weight(), Several: true}
		for _, f := range []*query.Facts{&facts, &several} {
			want := query.No
			if q.Match(r, noon) {
				want = query.Yes
			}
			if got := q.MatchFacts(f, noon); got != query.Maybe && got != want {
				t.Errorf("%q: the facts say %d, the row says %d: %+v", q.Text(), got, want, r)
			}
		}
	})
}

// TestFieldsOfTheKeyNeedNoRow: state, severity, grade, age, cost, tries and the file of the
// queue are decided without a row, and the state of many tasks together.
func TestFieldsOfTheKeyNeedNoRow(t *testing.T) {
	t.Parallel()
	facts := query.FactsOf(deploy())
	for _, text := range []string{"state:failed", "sev>=error", "grade:proven", "age>2h", "cost>1", "tries>=3", "source:.hermes", "t_17", "critical", "#5"} {
		for _, text := range []string{text, "!" + text} {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			if q.MatchFacts(&facts, noon) == query.Maybe {
				t.Errorf("%s needs a row", text)
			}
		}
	}
	q, err := query.Parse("state:blocked vault cost>1")
	if err != nil {
		t.Fatal(err)
	}
	if q.MatchFacts(&query.Facts{State: model.StateDone, Several: true}, noon) != query.No {
		t.Error("done tasks are looked at for blocked ones")
	}
}

// TestCauseByItsGroup: a group is named by its number where several have one name.
func TestCauseByItsGroup(t *testing.T) {
	t.Parallel()
	q, err := query.Parse("cause:#1f2e")
	if err != nil {
		t.Fatal(err)
	}
	f := query.Facts{Cause: 0x1f2e}
	if q.MatchFacts(&f, noon) != query.Yes {
		t.Error("the task of the group does not match")
	}
	if f.Cause++; q.MatchFacts(&f, noon) != query.No {
		t.Error("another one matches")
	}
}

func TestComplete(t *testing.T) {
	t.Parallel()
	known := func(field string) []string {
		return map[string][]string{"source": {"hermes", "runs of today"}, "cause": {"no access to Vault"}}[field]
	}
	for text, want := range map[string]string{
		"sta":                  "0 state:",
		"vault s":              "6 state: sev: source:",
		"!st":                  "1 state:",
		"a":                    "0 age>",
		"state:":               "6 unknown queued scheduled active blocked failed false-done done cancelled",
		"state:blocked,fa":     "14 failed false-done",
		"x state:b":            "8 blocked",
		"state:blocked":        "6 ",
		"sev>=cr":              "5 critical",
		"source:":              `7 hermes "runs of today"`,
		`source:"ru`:           `7 "runs of today"`,
		"cause:":               `6 "no access to Vault"`,
		"age>":                 "4 ",
		"foo:":                 "0 ",
		"vault":                "0 ",
		`"state:b`:             "0 ",
		"state:blocked ":       "14 state: kind: sev: grade: age> cost> tries> rounds> cause: rule: new: changed: source: tag: host: worker:",
		"12:30 http://x state": "15 state:",
	} {
		c := query.Complete(text, known)
		if got := string(appendInt(nil, c.From)) + " " + strings.Join(c.Texts, " "); got != want {
			t.Errorf("%q is completed by %q, want %q", text, got, want)
		}
	}
}

func appendInt(b []byte, n int) []byte {
	if n >= 10 {
		b = appendInt(b, n/10)
	}
	return append(b, byte('0'+n%10))
}

// FuzzParse: a query never fails but by an error with a position and a sentence, and what it
// completes is a query to that point, or part of one.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "vault", `!state:blocked,failed "a b`, "age>2h cost:>1", "“x” -y", "state:\x80", "!!--", `cause:""`, "new:99999999d", "tries>=99999999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := query.Parse(text)
		c := query.Complete(text, nil)
		if c.From < 0 || c.From > len(text) {
			t.Errorf("%q is completed at %d", text, c.From)
		}
		if err != nil {
			e, ok := err.(*query.Error) //nolint:errorlint // it is not wrapped
			if !ok || e.At < 0 || e.At > len(text) || e.Says == "" || strings.ContainsAny(e.Says, "\n") && !strings.Contains(text, "\n") {
				t.Errorf("%q: %+v", text, err)
			}
			return
		}
		r := deploy()
		facts := query.FactsOf(r)
		if known := q.MatchFacts(&facts, noon); known != query.Maybe && (known == query.Yes) != q.Match(r, noon) {
			t.Errorf("%q: the facts decide otherwise than the row", text)
		}
	})
}

// TestQuote: what is quoted is one word or one value again.
func TestQuote(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"vault", "no access to Vault", "a,b", "!x", "-x", "state:done", "a=b"} {
		r := &model.Row{Task: model.Task{Title: text}, Verdict: model.Verdict{Obstacle: &model.Obstacle{Name: text}}}
		for _, term := range []string{query.Quote(text), "cause:" + query.Quote(text)} {
			if q, err := query.Parse(term); err != nil || !q.Match(r, noon) || q.Match(&model.Row{}, noon) {
				t.Errorf("%s does not find %q: %v", term, text, err)
			}
		}
	}
}

// TestCaseIsFolded: a value is found wherever it is in a text in lower case, whatever the signs.
func TestCaseIsFolded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(most int) string {
			return string(rapid.SliceOfN(rapid.SampledFrom([]rune("aAbBkKsSzZé@[`{İK")), 1, most).Draw(t, "text"))
		}
		text, part := draw(12), draw(3)
		q, err := query.Parse("tag:" + query.Quote(part))
		if err != nil {
			t.Fatal(err)
		}
		r := deploy()
		r.Tags = []string{text}
		if got, want := q.Match(r, noon), strings.Contains(strings.ToLower(text), strings.ToLower(part)); got != want {
			t.Errorf("%q in %q: %v", part, text, got)
		}
	})
}
