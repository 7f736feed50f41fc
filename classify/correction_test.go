package classify

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"notdone/classify/text"
	"notdone/model"
)

// taught returns a configuration with a correction by which all words of the messages
// weigh this much.
func taught(bias, weight float64, messages ...string) Config {
	terms := map[uint32]float64{}
	for _, m := range messages {
		for _, t := range text.ReadBasis(m, text.RequestUnknown).Terms {
			if len(terms) < text.MaxTaught {
				terms[t] = weight
			}
		}
	}
	cfg := DefaultConfig()
	cfg.Corrected = text.Corrected(text.NewCorrection(bias, terms))
	return cfg
}

// Messages of which some are read as done, and some as not, for want of plain words.
var mild = []string{
	"I looked at the ledger with Mira. It sits in the drawer for week 9.", "The map lies on the desk.", "Left it with the night shift.",
	"The second table is still empty.", "It would be good to have the key.", "I looked at the map. It lies on the desk.", "The blue door is locked.",
	"The last of the rooms was dark.", "Some rows may need another look.", "The handle came off.",
	"I went through the ledger with Mira, page by page. It sits in the drawer for week 9.", "The register is locked until Monday, as it is every week.",
	"The key is with the caretaker, who is away.", "The rows may be wrong.", "I looked at the map. The door stays shut.",
}

var (
	vague = unsure(0.25, 0.49)
	unmet = unsure(0.51, 0.8)
)

// unsure returns one of the mild messages that is read with a score between these.
func unsure(least, most float64) string {
	for _, m := range mild {
		if s := text.Read(m).Score; s > least && s < most {
			return m
		}
	}
	panic("no message is read so")
}

func finds(v *model.Verdict, rule, what string) bool {
	return slices.ContainsFunc(v.Findings, func(f model.Finding) bool { return f.Rule == rule && strings.Contains(f.Message, what) })
}

// Where words alone decide, the operator's own examples are heard, and the verdict says so.
func TestOwnExamplesDecideWhereWordsDo(t *testing.T) {
	c := done(vague)
	if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != model.StateDone {
		t.Fatalf("%q is %v as shipped", vague, v.State)
	}
	v := New(taught(0, text.MaxShift, vague)).Judge(&c, model.StateDone, now)
	if v.State != model.StateFalseDone || v.Grade != model.GradeTextOnly || !finds(&v, RuleObstacle, "(your own examples: +2.0)") {
		t.Errorf("taught as not done: %v, %+v", v.State, v.Findings)
	}
	c = done(unmet)
	if v := New(DefaultConfig()).Judge(&c, model.StateDone, now); v.State != model.StateFalseDone {
		t.Fatalf("%q is %v as shipped", unmet, v.State)
	}
	v = New(taught(-0.5, -text.MaxShift, unmet)).Judge(&c, model.StateDone, now)
	if v.State != model.StateDone || !finds(&v, RuleReport, "(your own examples: -2.0)") || v.Findings[0].Severity != model.SeverityInfo {
		t.Errorf("taught as done: %v, %+v", v.State, v.Findings)
	}
}

// A log without structure and the end of an attached log are words too.
func TestOwnExamplesAreHeardInLogs(t *testing.T) {
	cfg := taught(0, text.MaxShift, vague)
	log := model.Case{Facts: model.Facts{Endings: []model.Ending{{Where: "a.log:9", Text: vague}}}}
	if v := New(cfg).Judge(&log, model.StateUnknown, now); v.State != model.StateBlocked {
		t.Errorf("a plain log is %v", v.State)
	}
	c := with(done("Rotated all certificates."), func(c *model.Case) {
		c.Facts.Endings = []model.Ending{{Where: "a.log:9", Text: vague, Outcome: model.OutcomeCompleted}}
	})
	for want, cfg := range map[bool]Config{true: cfg, false: DefaultConfig()} {
		if v := New(cfg).Judge(&c, model.StateDone, now); finds(&v, "log-ending", "its log ends with an obstacle") != want {
			t.Errorf("findings %+v", v.Findings)
		}
	}
}

// What a task says and what a reading says with signals are corrected alike.
func TestWeighHearsOwnExamples(t *testing.T) {
	cfg := taught(0, text.MaxShift, vague)
	said := cfg.Corrected.Read(vague)
	for _, s := range []*Signals{{ExitCode: count(0)}, {ExitCode: count(0), ToolCalls: count(3), Messages: count(4)}} {
		task := s.task(vague)
		want := New(cfg).Judge(&task, model.StateDone, task.Task.Finished)
		if got := New(cfg).Weigh(vague, &said, s); (got.Label != text.LabelDone) != (want.State == model.StateFalseDone) {
			t.Errorf("%v with signals, %v as a task", got.Label, want.State)
		}
	}
}

// No correction changes a verdict that structure proves, nor the state of one that
// anything but words decides, nor what rules about structure see.
func TestNoCorrectionChangesWhatStructureShows(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine reads")
	}
	messages := []string{
		vague, unmet, "", "Fixed the parser; all 41 tests pass.", "I will rotate them tomorrow.", "Which region should I use?",
		"Updated `conf/a.yaml`.", "I updated the config. " + vague, "I updated the config. " + unmet, "Deployed it. " + unmet, "I need permission to open the vault.", "ファイルを更新しました。",
	}
	rng := rand.New(rand.NewPCG(11, 12))
	maybe := func() *int {
		if rng.IntN(2) == 0 {
			return nil
		}
		return count(rng.IntN(3))
	}
	shown, proven := 0, 0
	for i := range 1500 {
		said := messages[rng.IntN(len(messages))]
		c := with(done(said), func(c *model.Case) {
			r := &c.Runs[0]
			r.ToolCalls, r.FilesChanged, r.Messages, r.ExitCode = maybe(), maybe(), maybe(), maybe()
			r.Outcome = model.Outcome(rng.IntN(12))
			c.Task.Title = []string{"Rotate certificates", "Fix the login", "Which release is live?", ""}[rng.IntN(4)]
			switch rng.IntN(6) {
			case 0:
				c.Facts.OpenRun, r.Ended = true, time.Time{}
			case 1:
				c.Facts.ObstacleText, c.Facts.ObstacleWhere = "no route to the vault", "tasks#t1"
			case 2:
				c.Facts.Explicit = model.Outcome(rng.IntN(12))
			case 3:
				c.Facts.Work = &model.Work{Calls: rng.IntN(3), Commands: rng.IntN(2), Edits: rng.IntN(2), LostEdits: rng.IntN(2), Settled: rng.IntN(2) == 0}
			case 4:
				c.Facts.Endings = []model.Ending{{Where: "a.log:9", Text: messages[rng.IntN(len(messages))], Outcome: model.Outcome(rng.IntN(12))}}
			}
		})
		recorded := []model.State{model.StateDone, model.StateDone, model.StateDone, model.StateFailed, model.StateBlocked, model.StateActive}[rng.IntN(6)]
		cfg := taught((rng.Float64()-0.5)*3, (rng.Float64()-0.5)*3, messages...)
		was, is := New(DefaultConfig()).Judge(&c, recorded, now), New(cfg).Judge(&c, recorded, now)
		if diff := cmp.Diff(byStructure(&was), byStructure(&is), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("case %d, %q: %s", i, said, diff)
		}
		if was.Grade == model.GradeProven {
			proven++
			if is.State != was.State || is.Grade != was.Grade {
				t.Fatalf("case %d, %q: proven %v became %v (%v)", i, said, was.State, is.State, is.Grade)
			}
		}
		plain := DefaultConfig()
		if s := New(plain).runRules(&Input{Case: &c, Recorded: recorded, Now: now, Config: &plain}); decidedByStructure(s.opinions) {
			shown++
			if is.State != was.State {
				t.Fatalf("case %d, %q: %v became %v", i, said, was.State, is.State)
			}
		}
	}
	if shown < 600 || proven < 200 {
		t.Errorf("only %d verdicts by structure, %d of them proven: the cases are too tame", shown, proven)
	}
}

// byStructure returns the findings of rules that do not judge by words alone.
func byStructure(v *model.Verdict) []model.Finding {
	words := append(WordRules(), "log-ending", "unrecorded-log")
	return slices.DeleteFunc(slices.Clone(v.Findings), func(f model.Finding) bool { return slices.Contains(words, f.Rule) })
}

func decidedByStructure(opinions []Opinion) bool {
	for _, o := range opinions {
		if o.Rank > RankText {
			return true
		}
	}
	return false
}
