package classify

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"notdone/model"
)

const (
	reported = "Replaced both certificates in deploy/certs and restarted the proxy; all 14 checks pass."
	hindered = "I don't have permission to write to deploy/certs, so no changes were made. Please grant write access."
	partly   = "I rotated two of the certificates. I don't have permission to write to deploy/certs, so the third was not changed. Please grant write access."
	promised = "I will rotate the certificates and report back when it is finished."
)

func TestJudge(t *testing.T) {
	silentRuns := func(c *model.Case) {
		one := c.Runs[0]
		one.Output = "briefing"
		c.Runs = []model.Run{one, one, one, c.Runs[0], c.Runs[0], c.Runs[0]}
	}
	for _, tt := range []struct {
		name     string
		c        model.Case
		recorded model.State
		state    model.State
		grade    model.Grade
		headline string
		rules    string // that must be among the findings
		obstacle string // key
	}{
		{"honest", done(reported), model.StateDone, model.StateDone, model.GradeStrong, "", "", ""},
		{"honest, nothing known of the run", with(done(reported), func(c *model.Case) { c.Runs = nil }), model.StateDone, model.StateDone, model.GradeTextOnly, "", "", ""},
		{"obstacle", done(hindered), model.StateDone, model.StateFalseDone, model.GradeTextOnly, "a permission is missing", "obstacle-in-result", "permission:write cert deploy"},
		{"obstacle, and idle", with(done(hindered), func(c *model.Case) { c.Runs[0].ToolCalls = count(0) }), model.StateDone, model.StateFalseDone, model.GradeStrong, "", "obstacle-in-result zero-activity", ""},
		{"promise", done(promised), model.StateDone, model.StateFalseDone, model.GradeTextOnly, "announced, not done", "promise-in-result", ""},
		{"nothing", done(""), model.StateDone, model.StateFalseDone, model.GradeProven, "done without any output", "no-output", ""},
		{"returned nothing", with(done(""), func(c *model.Case) { c.Facts.Returned = true }), model.StateDone, model.StateFalseDone, model.GradeStrong, "done without a result", "no-output", ""},
		{"silent of late", with(done(""), silentRuns), model.StateDone, model.StateFalseDone, model.GradeProven, "silent on the last 3 runs", "silent-recurrence no-output", ""},
		{"declared done, against prose that tells of no work", with(done(hindered), func(c *model.Case) { c.Facts.Explicit = model.OutcomeCompleted }), model.StateDone, model.StateFalseDone, model.GradeTextOnly, "a permission is missing", "obstacle-in-result", ""},
		{"declared done, against its prose", with(done(partly), func(c *model.Case) { c.Facts.Explicit = model.OutcomeCompleted }), model.StateDone, model.StateDone, model.GradeStrong, "", "obstacle-in-result", ""},
		{"states that it is done, against prose that tells of no work", done(hindered + "\n\nSTATUS: DONE"), model.StateDone, model.StateFalseDone, model.GradeTextOnly, "a permission is missing", "obstacle-in-result", ""},
		{"states that it is done, against its prose", done(partly + "\n\nSTATUS: DONE"), model.StateDone, model.StateDone, model.GradeStrong, "", "obstacle-in-result", ""},
		{"declared blocked, against its prose", with(done(reported), func(c *model.Case) { c.Facts.Explicit = model.OutcomeBlocked }), model.StateDone, model.StateFalseDone, model.GradeProven, "declared blocked", "explicit-outcome", ""},
		{"idle, but it says it worked", with(done(reported), func(c *model.Case) { c.Runs[0].ToolCalls = count(0) }), model.StateDone, model.StateDone, model.GradeTextOnly, "", "zero-activity", ""},
		{"running, with failures behind it", with(running(), func(c *model.Case) {
			crash := model.Run{Outcome: model.OutcomeCrashed, Error: "x", Ended: ago(5 * time.Hour)}
			c.Runs = append([]model.Run{crash, crash, crash}, c.Runs...)
		}), model.StateActive, model.StateActive, model.GradeProven, "", "retry-loop", ""},
		{"queued, after a hindered run", done(hindered), model.StateQueued, model.StateQueued, model.GradeProven, "", "waiting-too-long", ""},
		{"blocked without a reason", model.Case{Task: model.Task{ID: "b", Wish: "sign"}}, model.StateBlocked, model.StateBlocked, model.GradeProven, "no reason was recorded", "", "unknown:no reason, sign"},
		{"failed", with(done(""), func(c *model.Case) {
			c.Runs[0].Outcome, c.Runs[0].Error = model.OutcomeBudget, "Iteration budget exhausted (90/90)"
			c.Runs = append(c.Runs, c.Runs[0])
		}), model.StateFailed, model.StateFailed, model.GradeProven, "budget exhausted twice", "hard-error", "budget:iteration"},
		{"cancelled", done(hindered), model.StateCancelled, model.StateCancelled, model.GradeProven, "", "", ""},
		{"an unknown status", with(done(reported), func(c *model.Case) { c.Task.Recorded = "paused" }), model.StateUnknown, model.StateUnknown, model.GradeCannotTell, "a status that notdone does not know", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := tt.c.Result + tt.c.Task.Recorded
			v := New(DefaultConfig()).Judge(&tt.c, tt.recorded, now)
			if v.State != tt.state || v.Grade != tt.grade {
				t.Errorf("%v, %v; want %v, %v: %+v", v.State, v.Grade, tt.state, tt.grade, v)
			}
			if v.Confidence < 0.5 || v.Confidence > 0.99 {
				t.Errorf("confidence %v", v.Confidence)
			}
			if tt.headline != "" && v.Headline != tt.headline {
				t.Errorf("headline %q, want %q", v.Headline, tt.headline)
			}
			for rule := range strings.FieldsSeq(tt.rules) {
				if !has(&v, rule) {
					t.Errorf("findings %v, want %s", rules(&v), rule)
				}
			}
			if tt.rules == "" && len(v.Findings) > 0 {
				t.Errorf("findings %v, want none", rules(&v))
			}
			if tt.obstacle != "" && (v.Obstacle == nil || v.Obstacle.Key != tt.obstacle) {
				t.Errorf("obstacle %+v, want %s", v.Obstacle, tt.obstacle)
			}
			if before != tt.c.Result+tt.c.Task.Recorded {
				t.Error("the case was changed")
			}
		})
	}
}

func rule(name string, seen ...Observation) Rule {
	return Rule{Name: name, Check: func(*Input) []Observation { return seen }}
}

func says(o Opinion) Observation { return Observation{Opinion: o} }

func TestAdapterRules(t *testing.T) {
	c := done("")
	v := New(DefaultConfig(), Rule{Name: "no-output"}).Judge(&c, model.StateDone, now)
	if has(&v, "no-output") {
		t.Error("a rule that was taken away still speaks")
	}
	replaced := rule("no-output", Observation{Finding: &model.Finding{Message: "theirs", Severity: model.SeverityCritical}})
	v = New(DefaultConfig(), replaced).Judge(&c, model.StateDone, now)
	if len(v.Findings) != 1 || v.Findings[0].Message != "theirs" || v.Findings[0].Rule != "no-output" || v.Findings[0].Count != 1 {
		t.Errorf("findings %+v, want the adapter's alone", v.Findings)
	}
	b := model.Case{Task: model.Task{ID: "b"}}
	given := Opinion{Rank: RankLive, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.95, Headline: "budget exhausted twice"}
	v = New(DefaultConfig(), rule("gave-up", says(given))).Judge(&b, model.StateBlocked, now)
	if v.State != model.StateFailed || v.Headline != given.Headline {
		t.Errorf("an adapter that knows better gets %v, %q", v.State, v.Headline)
	}
	v = New(DefaultConfig(), rule("loop", says(Opinion{Rank: RankLive, State: model.StateBlocked, Confidence: 0.95}))).Judge(&b, model.StateQueued, now)
	if v.State != model.StateBlocked || v.Obstacle == nil || v.Obstacle.Key == "" || v.Headline != "no reason was recorded" {
		t.Errorf("a block seen by the adapter lacks its obstacle: %+v", v)
	}
}

func TestPanicIsContained(t *testing.T) {
	bad := Rule{Name: "bad", Check: func(*Input) []Observation { panic("index out of\x1b[2J range") }}
	c := done("")
	v := New(DefaultConfig(), bad).Judge(&c, model.StateDone, now)
	if v.State != model.StateFalseDone || !has(&v, "no-output") {
		t.Errorf("other rules went with it: %v %v", v.State, rules(&v))
	}
	last := v.Findings[len(v.Findings)-1]
	if last.Rule != "bad" || last.Severity != model.SeverityInfo || !strings.Contains(last.Evidence[0].Quote, "index out of") {
		t.Errorf("the panic is not shown: %+v", last)
	}
}

func TestFindingsAreSortedMergedAndBounded(t *testing.T) {
	long := strings.Repeat("ä", 400)
	f := func(message string, sev model.Severity, last time.Time, discounted bool) Observation {
		return Observation{Finding: &model.Finding{Message: message, Severity: sev, First: last, Last: last, Discounted: discounted, Evidence: []model.Evidence{{Where: message, Quote: long}}}}
	}
	c := model.Case{Task: model.Task{ID: "q", Recorded: "queued"}}
	v := New(DefaultConfig(),
		rule("z", f("wrong", model.SeverityCritical, now, true), f("old", model.SeverityError, ago(time.Hour), false), f("old", model.SeverityError, ago(2*time.Hour), false)),
		rule("b", f("new", model.SeverityError, now, false), f("worst", model.SeverityCritical, ago(9*time.Hour), false)),
		rule("a", f("as new", model.SeverityError, now, false)),
	).Judge(&c, model.StateQueued, now)
	var got []string
	for _, f := range v.Findings {
		got = append(got, f.Message)
		for _, e := range f.Evidence {
			if len(e.Quote) > 500 || !strings.HasSuffix(e.Quote, "ä…") {
				t.Errorf("quote of %d bytes ends in %q", len(e.Quote), e.Quote[len(e.Quote)-5:])
			}
		}
	}
	if diff := cmp.Diff([]string{"worst", "as new", "new", "old", "wrong"}, got); diff != "" {
		t.Error(diff)
	}
	if old := v.Findings[3]; old.Count != 2 || !old.First.Equal(ago(2*time.Hour)) || !old.Last.Equal(ago(time.Hour)) {
		t.Errorf("merged: %+v", old)
	}
}

// TestMergedFindings holds what makes two findings of a rule one, and that they share evidence.
func TestMergedFindings(t *testing.T) {
	here, there := model.Evidence{Where: "events#1"}, model.Evidence{Where: "events#2"}
	first := model.Finding{Message: "m", Severity: model.SeverityError, Evidence: []model.Evidence{here}}
	again := with(first, func(f *model.Finding) { f.Evidence = []model.Evidence{here, there} })
	findings, _ := addFinding(nil, "r", &first)
	findings, number := addFinding(findings, "r", &again)
	if diff := cmp.Diff([]model.Evidence{here, there}, findings[0].Evidence); len(findings) != 1 || number != 1 || diff != "" {
		t.Errorf("%d findings, the merged one is number %d: %s", len(findings), number, diff)
	}
	for name, change := range map[string]func(f *model.Finding){
		"another message": func(f *model.Finding) { f.Message = "n" },
		"less severe":     func(f *model.Finding) { f.Severity = model.SeverityWarning },
		"of its owner":    func(f *model.Finding) { f.Origin = model.OriginOwner },
		"discounted":      func(f *model.Finding) { f.Discounted = true },
		"of another rule": func(f *model.Finding) { f.Rule = "s" },
	} {
		other := with(first, change)
		if all, number := addFinding(slices.Clone(findings), "r", &other); len(all) != 2 || number != 2 {
			t.Errorf("%s: %d findings", name, len(all))
		}
	}
}

// TestObstacleWithWords holds that an obstacle that somebody put into words stands before one of
// which nothing is said, however much weightier that is.
func TestObstacleWithWords(t *testing.T) {
	silent, said := &model.Obstacle{Key: "unknown:silent"}, &model.Obstacle{Key: "access:vault", Text: "no access to the vault"}
	against := func(o *model.Obstacle, confidence float64) Opinion {
		return Opinion{Rank: RankContradiction, State: model.StateFalseDone, Confidence: confidence, Obstacle: o}
	}
	if got := fuse([]Opinion{against(silent, 0.9), against(said, 0.6)}); got.Obstacle != said {
		t.Errorf("the obstacle is %+v", got.Obstacle)
	}
	if got := fuse([]Opinion{against(said, 0.9), against(&model.Obstacle{Key: "k", Text: "other"}, 0.6)}); got.Obstacle != said {
		t.Errorf("of two with words it is %+v", got.Obstacle)
	}
}

func TestUntilIsTheEarliestToCome(t *testing.T) {
	at := func(d time.Duration) Observation { return Observation{Until: now.Add(d)} }
	c := model.Case{}
	v := New(DefaultConfig(), rule("a", at(-time.Hour), at(time.Hour)), rule("b", at(time.Minute), at(0))).Judge(&c, model.StateDone, now)
	if !v.Until.Equal(now.Add(time.Minute)) {
		t.Errorf("until %v", v.Until)
	}
	for stands, want := range map[time.Duration]time.Duration{time.Second: time.Second, time.Hour: time.Minute, -time.Second: time.Minute} {
		c := model.Case{StandsUntil: now.Add(stands)}
		if v := New(DefaultConfig(), rule("a", at(time.Minute))).Judge(&c, model.StateDone, now); !v.Until.Equal(now.Add(want)) {
			t.Errorf("until %v where the case stands until %v", v.Until, c.StandsUntil)
		}
	}
	r := running()
	v = New(DefaultConfig()).Judge(&r, model.StateActive, now)
	if !v.Until.Equal(r.Facts.ClaimExpires) {
		t.Errorf("until %v, want the end of the claim", v.Until)
	}
	later := New(DefaultConfig()).Judge(&r, model.StateActive, v.Until)
	if cmp.Equal(v.Findings, later.Findings) {
		t.Error("nothing changed when it was to change")
	}
}

// notDone is the probability that a verdict gives to the work not being done.
func notDone(v model.Verdict) float64 {
	if v.State == model.StateDone {
		return 1 - v.Confidence
	}
	return v.Confidence
}

func TestFusionIsMonotone(t *testing.T) {
	judged := rapid.SampledFrom([]model.State{model.StateDone, model.StateFalseDone, model.StateFailed, model.StateBlocked})
	against := rapid.SampledFrom([]model.State{model.StateFalseDone, model.StateFailed, model.StateBlocked})
	draw := func(t *rapid.T, s *rapid.Generator[model.State], least Rank) Opinion {
		return Opinion{
			Rank: Rank(rapid.IntRange(int(least), int(RankLive)).Draw(t, "rank")), State: s.Draw(t, "state"),
			Grade: model.Grade(rapid.IntRange(0, 3).Draw(t, "grade")), Confidence: rapid.Float64Range(-1, 2).Draw(t, "confidence"),
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		opinions := []Opinion{draw(t, judged, RankRecorded)}
		for range rapid.IntRange(0, 5).Draw(t, "more") {
			opinions = append(opinions, draw(t, judged, RankSupport))
		}
		before := fuse(append([]Opinion(nil), opinions...)).Verdict
		after := fuse(append(opinions, draw(t, against, RankSupport))).Verdict
		if notDone(after) < notDone(before)-1e-9 {
			t.Fatalf("%v %v becomes %v %v", before.State, before.Confidence, after.State, after.Confidence)
		}
		if before.State == model.StateDone && before.Grade == model.GradeProven {
			t.Fatal("done is called proven")
		}
	})
}

func TestFusionIgnoresOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var opinions []Opinion
		for range rapid.IntRange(1, 6).Draw(t, "n") {
			opinions = append(opinions, Opinion{
				Rank: Rank(rapid.IntRange(1, 8).Draw(t, "rank")), State: model.State(rapid.IntRange(0, 8).Draw(t, "state")),
				Confidence: float64(rapid.IntRange(5, 9).Draw(t, "c")) / 10,
			})
		}
		want := fuse(append([]Opinion(nil), opinions...))
		got := fuse(rapid.Permutation(opinions).Draw(t, "order"))
		if got.State != want.State || got.Confidence-want.Confidence > 1e-9 || want.Confidence-got.Confidence > 1e-9 {
			t.Fatalf("%v %v, in another order %v %v", want.State, want.Confidence, got.State, got.Confidence)
		}
	})
}

func TestFusionGrades(t *testing.T) {
	not := func(r Rank, g model.Grade) Opinion {
		return Opinion{Rank: r, State: model.StateFalseDone, Grade: g, Confidence: 0.8}
	}
	yes := func(r Rank, g model.Grade) Opinion {
		return Opinion{Rank: r, State: model.StateDone, Grade: g, Confidence: 0.8}
	}
	for _, tt := range []struct {
		name string
		in   []Opinion
		want model.Grade
	}{
		{"words alone", []Opinion{yes(RankRecorded, model.GradeCannotTell), not(RankText, model.GradeTextOnly)}, model.GradeTextOnly},
		{"words twice", []Opinion{not(RankText, model.GradeTextOnly), not(RankText, model.GradeTextOnly)}, model.GradeTextOnly},
		{"words and support", []Opinion{not(RankText, model.GradeTextOnly), not(RankSupport, model.GradeStrong)}, model.GradeStrong},
		{"words and support for the opposite", []Opinion{not(RankText, model.GradeTextOnly), yes(RankSupport, model.GradeStrong)}, model.GradeTextOnly},
		{"structure that is proven", []Opinion{not(RankExplicit, model.GradeStrong), not(RankContradiction, model.GradeProven)}, model.GradeProven},
		{"the record alone", []Opinion{yes(RankRecorded, model.GradeCannotTell)}, model.GradeCannotTell},
		{"done is never proven", []Opinion{yes(RankExplicit, model.GradeProven)}, model.GradeStrong},
		{"no opinion", nil, model.GradeCannotTell},
	} {
		if got := fuse(tt.in).Grade; got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestRulesAreNamedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if r.Name == "" || r.Check == nil && r.Name != RuleRing || seen[r.Name] {
			t.Errorf("rule %q is empty or named twice", r.Name)
		}
		seen[r.Name] = true
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Hour: "<1m", 59 * time.Second: "<1m", time.Minute: "1m", 45 * time.Minute: "45m", 119 * time.Minute: "119m",
		2 * time.Hour: "2h", 47 * time.Hour: "47h", 48 * time.Hour: "2d", 300 * time.Hour: "12d",
	} {
		if got := Span(d); got != want {
			t.Errorf("Span(%v) = %q, want %q", d, got, want)
		}
	}
}

// TestPatternsCompile fails for a row that is no regular expression.
func TestPatternsCompile(*testing.T) {
	for name := range patterns {
		patterns.Pattern(name)()
	}
}
