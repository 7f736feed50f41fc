package anvil

import (
	"maps"
	"strconv"
	"strings"
	"testing"

	"notdone/model"
)

// lost is a run whose last update was never taken in.
func lost(s *script) *script {
	s.planned().retire(pathA, pathC).log("plan-aware final gate: suppressing ANVIL_FINAL (premature) remaining=1 total=3 next=%s: look = see pfrr=1", pathB)
	s.block("ANVIL_PLAN_UPDATE", checked(pathB)).block("ANVIL_FINAL", "Nothing is left.")
	return s.hatch().end("partial", 3, 2)
}

// Each case is a folder as a run leaves it, and what is to be concluded.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	final := func(s *script) *script { return s.block("ANVIL_FINAL", "Nothing is left.") }
	for _, c := range []struct {
		name     string
		log      *script
		exit     int // -1: nobody noted it
		state    model.State
		recorded string
		obstacle string // part of it; empty: none
		rules    string // findings of warning and above that must be there
		never    string // findings that must not
	}{
		{
			name: "complete", log: final(newScript().planned().retire(pathA, pathB, pathC)).end("complete_unverified", 3, 3).say("Nothing is left."),
			state: model.StateDone, recorded: "complete_unverified, exit 0", never: "dropped-plan-update partial-completion stagnation",
		},
		{
			name: "complete, with more updates to be seen than were taken in", state: model.StateDone, recorded: "complete_unverified, exit 0",
			never: "dropped-plan-update partial-completion final-not-accepted",
			log: final(newScript().start().block("ANVIL_PLAN_UPDATE", open(pathA), open(pathB)).
				log("ANVIL_PLAN_UPDATE on empty plan; registering as new plan (Issue #303) items=2").retire(pathA).
				block("ANVIL_PLAN_UPDATE", checked(pathA)).log("plan update pipeline: all items deduplicated").retire(pathB)).
				end("complete_unverified", 2, 2).block("ANVIL_PLAN_UPDATE", checked(pathB)).say("Nothing is left."),
		},
		{
			name: "dropped", log: lost(newScript()).say("Nothing is left.", "anvil error: tool execution failed"), exit: 2, state: model.StateFailed,
			recorded: "partial, exit 2", obstacle: "plan item " + pathB + " is still open: the model's last ANVIL_PLAN_UPDATE checked it",
			rules: "dropped-plan-update stagnation final-not-accepted",
		},
		{
			name: "dropped, exit 0", log: lost(newScript()), state: model.StateFalseDone,
			recorded: "partial, exit 0", obstacle: pathB, rules: "dropped-plan-update partial-completion",
		},
		{
			name: "dropped, coloured", log: lost(&script{at: began, ansi: true}), exit: 2, state: model.StateFailed,
			recorded: "partial, exit 2", obstacle: pathB, rules: "dropped-plan-update",
		},
		{
			name: "dropped, the fence and the tracing in one line", exit: 2, state: model.StateFailed, obstacle: pathB, rules: "dropped-plan-update",
			recorded: "partial, exit 2",
			log: func() *script {
				s := newScript().planned().retire(pathA, pathC)
				s.block("ANVIL_PLAN_UPDATE", checked(pathB))
				glued := strings.TrimSuffix(s.String(), "\n")
				s.b.Reset()
				s.b.WriteString(glued)
				return s.hatch().end("partial", 3, 2)
			}(),
		},
		{
			name: "dropped, ended by the loop detector", exit: 2, state: model.StateFailed, obstacle: pathB, rules: "dropped-plan-update",
			recorded: "partial, exit 2",
			log: newScript().planned().retire(pathA, pathC).block("ANVIL_PLAN_UPDATE", checked(pathB)).
				log(`agentic loop terminated by loop detector reason="loop_detected" turns=9`).end("partial", 3, 2),
		},
		{
			name: "dropped, after an example in the prompt", exit: 2, state: model.StateFailed, obstacle: pathB, rules: "dropped-plan-update",
			recorded: "partial, exit 2",
			log: newScript().start().block("ANVIL_PLAN", "- [ ] path/to/file: what").block("ANVIL_PLAN_UPDATE", "- [x] path/to/file: what").
				block("ANVIL_PLAN", open(pathA), open(pathB)).log("ANVIL_PLAN detected; registering execution plan items=2").
				retire(pathA).block("ANVIL_PLAN_UPDATE", checked(pathB)).hatch().end("partial", 2, 1),
		},
		{
			name: "never checked", log: final(newScript().planned().retire(pathA, pathC)).hatch().end("partial", 3, 2).say("Nothing is left."),
			state: model.StateFalseDone, recorded: "partial, exit 0", rules: "partial-completion final-not-accepted", never: "dropped-plan-update",
			obstacle: "plan item " + pathB + " was never retired although the agent declared itself finished",
		},
		{
			name: "never checked, exit not noted", log: newScript().planned().retire(pathA).hatch().end("partial", 3, 1), exit: -1,
			state: model.StateFalseDone, recorded: "partial", rules: "partial-completion", never: "dropped-plan-update final-not-accepted",
			obstacle: "plan item " + pathB + " and 1 more are still open",
		},
		{
			name: "partial, and the program said that it failed", exit: -1, state: model.StateFailed, recorded: "partial, anvil error", obstacle: pathB,
			log:   newScript().planned().retire(pathA, pathC).end("partial", 3, 2).say("anvil error: tool execution failed"),
			never: "dropped-plan-update",
		},
		{
			name: "tool budget", log: newScript().planned().log("Max tool calls reached (40/40). Terminating agentic loop.").end("exhausted", 3, 0),
			state: model.StateFalseDone, recorded: "exhausted, exit 0", rules: "partial-completion", obstacle: pathA,
		},
		{
			name: "blocked, in the model's words", exit: 2, state: model.StateBlocked, recorded: "blocked, exit 2",
			obstacle: "I am unable to write the file because the folder is read-only.",
			log: newScript().planned().tool("✗", "file.edit "+pathB).log("plan item mutation failed item=1 retry_count=1").
				tool("✗", "file.edit "+pathB).log("plan item mutation failed item=1 retry_count=2").
				tool("✗", "file.edit "+pathB).log("plan item mutation failed item=1 retry_count=3").
				end("blocked", 3, 1).say("I am unable to write the file because the folder is read-only."),
		},
		{
			name: "blocked without a word", exit: 0, state: model.StateBlocked, recorded: "blocked, exit 0",
			obstacle: "plan item 1 failed twice: plan item mutation failed item=1 retry_count=2",
			log: newScript().planned().tool("✗", "file.edit "+pathB).log("plan item mutation failed item=1 retry_count=1").
				tool("✗", "file.edit "+pathB).log("plan item mutation failed item=1 retry_count=2").end("blocked", 3, 1),
		},
		{
			name: "its exit code says that it failed", log: newScript().planned().retire(pathA, pathB, pathC).end("complete_unverified", 3, 3),
			exit: 2, state: model.StateFailed, recorded: "complete_unverified, exit 2",
		},
		{
			name: "older than the protocol", exit: -1, state: model.StateDone, recorded: "session completed",
			log: newScript().start().tool("✓", "file.read a.rs").turn(1).
				log("session completed total_turns=1 total_tool_calls=1 files_modified=0").say("The parser reads the flag; I changed nothing."),
		},
		{
			name: "older than the protocol, and stuck", exit: 0, state: model.StateFalseDone, recorded: "exit 0", obstacle: "I need permission",
			log: newScript().start().tool("✓", "file.read a.rs").turn(1).
				log("session completed total_turns=1 total_tool_calls=1 files_modified=0").
				say("I could not finish. I need permission to write to src/main.rs. Please grant write access."),
		},
		{
			name: "nothing done at all", exit: 0, state: model.StateFalseDone, recorded: "exit 0", obstacle: "without doing anything", rules: "no-output",
			log: newScript().start().log("session completed total_turns=0 total_tool_calls=0 files_modified=0"),
		},
		{
			name: "cut inside a block", exit: -1, state: model.StateUnknown, recorded: "stopped", never: "dropped-plan-update",
			log: newScript().planned().retire(pathA, pathC).say(fence+"ANVIL_PLAN_UPDATE", checked(pathB)),
		},
		{
			name: "stopped", log: newScript().planned().retire(pathA), exit: -1, state: model.StateUnknown, recorded: "stopped",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.file("B7.log", c.log.String())
			if c.exit >= 0 {
				b.file("B7_result.json", result(c.exit, 0))
			}
			b.open("")
			task := b.one()
			v := b.judge(task)
			if task.Task.ID != "B7" || task.Task.Recorded != c.recorded || v.State != c.state {
				t.Errorf("%s: recorded %q, judged %v; %v", task.Task.ID, task.Task.Recorded, v.State, v.Findings)
			}
			if said := obstacleText(&v); (c.obstacle == "") != (said == "") && v.State != model.StateFailed || !strings.Contains(said, c.obstacle) {
				t.Errorf("obstacle %q", said)
			}
			got := rulesOf(&v)
			for rule := range strings.FieldsSeq(c.rules) {
				if got[rule] == 0 {
					t.Errorf("no %s in %v", rule, got)
				}
			}
			for rule := range strings.FieldsSeq(c.never) {
				if got[rule] != 0 {
					t.Errorf("%s: %v", rule, v.Findings)
				}
			}
			lines := strings.Split(c.log.String(), "\n")
			for _, f := range v.Findings {
				for _, e := range f.Evidence {
					if e.Quote == "" && e.Where == "B7.log" {
						continue
					}
					number, _ := strconv.Atoi(strings.TrimPrefix(e.Where, "B7.log:"))
					first, _, _ := strings.Cut(e.Quote, " - [x]") // a block is quoted with its items
					if number < 1 || number > len(lines) || !strings.Contains(lines[number-1], first) && !strings.HasPrefix(e.Quote, "ANVIL_PLAN_UPDATE") {
						t.Errorf("%s: %s is not %q", f.Rule, e.Where, e.Quote)
					}
				}
			}
		})
	}
}

func obstacleText(v *model.Verdict) string {
	if v.Obstacle == nil {
		return ""
	}
	return v.Obstacle.Text
}

// None of these lost an update, however many blocks there are to be seen.
func TestNothingDropped(t *testing.T) {
	t.Parallel()
	begun := func() *script { return newScript().planned().retire(pathA, pathC) }
	update := []string{"ANVIL_PLAN_UPDATE", checked(pathB)}
	for _, c := range []struct {
		name string
		log  *script
	}{
		{"the loop went on", begun().block(update[0], update[1]).turn(4).say("More to do.").hatch()},
		{"not closed", begun().say(fence+update[0], update[1]).hatch()},
		{"not checked", begun().block(update[0], open(pathB)).hatch()},
		{"retired", begun().block(update[0], update[1]).retired(pathB).hatch()},
		{"all were known", begun().block(update[0], update[1]).log("plan update pipeline: all items deduplicated").hatch()},
		{"retired by an older build", begun().block(update[0], update[1]).log("ANVIL_PLAN_UPDATE detected; all items checked → retired").hatch()},
		{"appended", begun().block(update[0], update[1]).log("plan update pipeline: appending items new_items=1").hatch()},
		{"nothing ended the loop", begun().block(update[0], update[1])},
		{"checked long before", begun().block(update[0], checked(pathA)).hatch()},
		{"no item of the plan", begun().block(update[0], checked("docs/example.md")).hatch()},
		{"the second of one response", begun().block(update[0], checked(pathA)).block(update[0], update[1]).hatch()},
		{"a tool's result", begun().say("[tool result: file.read] notes.md").block(update[0], update[1]).hatch()},
		{"an example in a fence", begun().say("````markdown").block(update[0], update[1]).say("````").hatch()},
		{"indented", begun().say("    "+fence+update[0], "    "+update[1], "    "+fence).hatch()},
		{"shown again at the end", begun().hatch().end("partial", 3, 2).block(update[0], update[1])},
		{"before any plan", newScript().start().block(update[0], update[1]).log("ANVIL_PLAN_UPDATE on empty plan; registering as new plan (Issue #303) items=1").hatch()},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			b.file("B7.log", c.log.end("partial", 3, 2).String())
			b.file("B7_result.json", result(2, 0))
			b.open("")
			task := b.one()
			v := b.judge(task)
			if got := rulesOf(&v); got["dropped-plan-update"] != 0 || v.State != model.StateFailed {
				t.Errorf("%v, %v", v.State, v.Findings)
			}
		})
	}
}

// TestLoops holds that a loop which the runtime ended came round more than once,
// and that the same call again and again is told of as of any agent.
func TestLoops(t *testing.T) {
	for _, c := range []struct {
		name  string
		calls int
		call  string
		ended bool
		want  map[string]int
	}{
		{"a loop that was ended", 1, "file.read a.rs", true, map[string]int{"stagnation": 2}},
		{"seven reads", 7, "file.read a.rs", false, map[string]int{}},
		{"eight reads", 8, "file.read a.rs", false, map[string]int{"tool-loop": 8}},
		{"five commands", 5, "shell.exec make", false, map[string]int{"tool-loop": 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newScript().planned()
			for i := range c.calls {
				s.tool("✗", c.call).turn(i)
			}
			if c.ended {
				s.log(`agentic loop terminated by loop detector reason="loop_detected"`)
			}
			b := newBench(t)
			b.file("B7.log", s.String())
			b.open("")
			v := b.judge(b.one())
			if got := rulesOf(&v); !maps.Equal(got, c.want) {
				t.Errorf("%v, want %v: %+v", got, c.want, v.Findings)
			}
		})
	}
}

// TestFinishedPlan holds that a finished plan outweighs doubtful words, and that
// a stated obstacle outweighs a finished plan.
func TestFinishedPlan(t *testing.T) {
	for said, want := range map[string]model.State{
		"The audit found no remaining gaps.": model.StateDone,
		"I need permission to write pkg/beta/[id]/main.rs, so nothing was changed. Please grant write access.": model.StateFalseDone,
	} {
		b := newBench(t)
		b.file("B7.log", newScript().planned().retire(pathA, pathB, pathC).end("complete_unverified", 3, 3).say(said).String())
		b.file("B7_result.json", result(0, 0))
		b.open("")
		if v := b.judge(b.one()); v.State != want {
			t.Errorf("%q: %v, %v", said, v.State, v.Findings)
		}
	}
}

// What a session file says of its own state counts where no log goes on after it.
func TestSnapshots(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		state    string
		want     model.State
		obstacle string
	}{
		{"Done", model.StateDone, ""},
		{"Error", model.StateFailed, "provider went away"},
		{"Interrupted", model.StateFailed, ""},
		{"AwaitingApproval", model.StateBlocked, "provider went away"},
		{"Thinking", model.StateUnknown, ""},
	} {
		b := newBench(t)
		json := session("s", c.state, said("User", "Look"), said("Assistant", "All callers pass it."))
		if c.obstacle != "" {
			json = strings.Replace(json, `"status":{"line":"x"}`, `"error_summary":"the provider went away"`, 1)
		}
		b.file(".anvil/sessions/s.json", json)
		b.open("")
		v := b.judge(b.one())
		if v.State != c.want || !strings.Contains(obstacleText(&v), c.obstacle) {
			t.Errorf("%s: %v, %q", c.state, v.State, obstacleText(&v))
		}
	}
}

// TestNothingWasChanged holds that a finished plan does not outweigh that a change
// was asked for and reported, while no file differs and the log shows none.
func TestNothingWasChanged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		asked, says string
		tool        string
		files       int
		want        model.State
	}{
		{"Fix the retry limit", "I have fixed the retry limit.", "file.read", 0, model.StateFalseDone},
		{"Fix the retry limit", "I have fixed the retry limit.", "file.edit", 1, model.StateDone},
		{"Fix the retry limit", "The limit is right already, so I changed nothing.", "file.read", 0, model.StateDone},
		{"Audit the callers", "All callers pass the limit.", "file.read", 0, model.StateDone},
	} {
		b := newBench(t)
		s := newScript().planned().tool("✓", c.tool+" "+pathB).retire(pathA, pathB, pathC).end("complete_unverified", 3, 3).say(c.says)
		b.file("B7.log", s.String())
		b.file("B7_result.json", result(0, c.files))
		b.file(".anvil/sessions/s.json", session("s", "Done", said("User", c.asked), said("Assistant", c.says)))
		b.open("")
		if v := b.judge(b.one()); v.State != c.want {
			t.Errorf("%q, %q: %v, %v", c.asked, c.says, v.State, v.Findings)
		}
	}
}
