package hermes

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

func TestEffects(t *testing.T) {
	again := func(id, note string) string { return event(id, evBlocked, `{"reason": "`+note+`"}`) }
	cases := []struct {
		name       string
		statements []string
		req        source.Request
		want       string // an effect
		without    string // the beginning of what must not be among them
	}{
		{
			"holding it tries nothing again",
			[]string{again("t_input", "which shelf?")},
			source.Request{Task: "t_input", Action: model.ActionHold},
			"it is no longer blocked: an unblock sends it on, whatever blocked it", "same obstacle",
		},
		{
			"the next block is one too many", nil,
			source.Request{Task: "t_input", Action: model.ActionUnblock},
			"blocked again for the same kind of reason (needs_input), it goes to triage instead", "same",
		},
		{
			"out of triage", nil,
			source.Request{Task: "t_loop", Action: model.ActionUnblock},
			"its count of 2 blocks stays: the next block for the same kind of reason (needs_input) sends it straight back to triage", "",
		},
		{
			"the loop breaker", nil,
			source.Request{Task: "t_again", Action: model.ActionBlock, Reason: "which shelf?", Obstacle: model.Obstacle{Kind: model.KindDecision}},
			"it is block 2 in a row for the same kind of reason (needs_input): Hermes' loop breaker sends it to triage, where its own unblock refuses it", "",
		},
		{
			"no reason", nil,
			source.Request{Task: "t_ready", Action: model.ActionBlock},
			"no reason is recorded: nobody will know what it waits for", "the reason becomes",
		},
		{
			"failures", nil,
			source.Request{Task: "t_budget", Action: model.ActionUnblock},
			"its 2 failures are forgotten, so that it has all of its attempts again", "",
		},
		{
			"nobody is assigned",
			[]string{"UPDATE tasks SET assignee = NULL"},
			source.Request{Task: "t_born", Action: model.ActionUnblock},
			"nobody is assigned: it stays in the queue until somebody is", "the dispatcher",
		},
		{
			"parents", nil,
			source.Request{Task: "t_held", Action: model.ActionUnblock},
			"it waits for t_input, and is then made ready by the dispatcher", "the dispatcher starts",
		},
		{
			"dependents", nil,
			source.Request{Task: "t_base", Action: model.ActionRequeue},
			"what was built on it goes back to todo until it is done again: t_built, t_checked, t_more", "",
		},
		{
			"a claim that stays",
			[]string{"UPDATE tasks SET claim_lock = 'here:7' WHERE id = 't_input'"},
			source.Request{Task: "t_input", Action: model.ActionUnblock},
			"the claim of here:7 stays on it: nobody else can take it before it is reclaimed", "",
		},
		{
			"a run left open by a worker that lives",
			[]string{"UPDATE task_runs SET worker_pid = 1 WHERE id = 1"},
			source.Request{Task: "t_dangling", Action: model.ActionUnblock},
			"the worker of that run (pid 1) may still be alive: look before you confirm", "",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := fixture(t, tempBoard(t), present, "wal", append(situations(), c.statements...)...)
			r := actOn(t, path, boardNow, "here", gone.alive)
			c.req.Actor = "alice"
			p := plan(t, r, c.req)
			if !slices.Contains(p.Effects, c.want) {
				t.Errorf("%q is not among the effects:\n%s", c.want, strings.Join(p.Effects, "\n"))
			}
			for _, e := range p.Effects {
				if c.without != "" && strings.HasPrefix(e, c.without) {
					t.Errorf("among the effects: %s", e)
				}
			}
		})
	}
}

func TestPlanShowsWhatItWrites(t *testing.T) {
	r := actOn(t, fixture(t, tempBoard(t), present, "wal", situations()...), boardNow, "here", gone.alive)
	if p := plan(t, r, source.Request{Task: "t_parked", Action: model.ActionRequeue, Actor: "alice"}); p.Action != model.ActionUnblock {
		t.Errorf("what is parked is sent back by %s", p.Action)
	}
	p := plan(t, r, source.Request{Task: "t_budget", Action: model.ActionRequeue, Answer: "more turns", Actor: "alice"})
	if p.Action != model.ActionUnblock || p.Was != stBlocked || p.Now != stReady || !p.TakesAnswer || !p.AgentSees || p.Undo != untilClaimed {
		t.Errorf("the plan is %+v", p)
	}
	want := source.Change{Table: tabTasks, Row: "t_budget", Column: "last_failure_error", Old: "out of turns", NewNull: true}
	if i := slices.IndexFunc(p.Changes, func(c source.Change) bool { return c.Column == want.Column }); i < 0 {
		t.Error("the error that is forgotten is not shown")
	} else if diff := cmp.Diff(want, p.Changes[i]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	guards := []string{"it is blocked", "no newer block, release or claim than event 4 (gave_up)", "it has the same claim, run and unfinished parents"}
	if diff := cmp.Diff(guards, p.Guards); diff != "" {
		t.Errorf("guards (-want +got):\n%s", diff)
	}
}

func TestBlockClass(t *testing.T) {
	want := map[model.ObstacleKind]string{
		model.KindMissingInput: "needs_input", model.KindDecision: "needs_input", model.KindDependency: "needs_input",
		model.KindPermission: "capability", model.KindAccess: "capability", model.KindCredentials: "capability", model.KindTool: "capability",
		model.KindEnvironment: "capability", model.KindPolicy: "capability",
		model.KindRateLimit: "transient", model.KindBudget: "transient", model.KindNetwork: "transient", model.KindUnknown: "",
	}
	for k, class := range want {
		if _, got := obstacleOf("", &model.Obstacle{Kind: k}); got != class {
			t.Errorf("%v is %q, not %q", k, got, class)
		}
	}
}

// TestOtherReleases acts on boards of releases that lack columns and tables.
func TestOtherReleases(t *testing.T) {
	t.Run("before kinds of blocks", func(t *testing.T) {
		path := fixture(t, tempBoard(t), older, "delete", card("t_1", stBlocked, "consecutive_failures=2"), card("t_2", stDone))
		r := actOn(t, path, boardNow, "here", gone.alive)
		for _, req := range []source.Request{
			{Task: "t_1", Action: model.ActionUnblock, Answer: "yes"}, {Task: "t_2", Action: model.ActionBlock, Reason: "no key"},
		} {
			req.Actor = "alice"
			before := dump(t, path)
			rec := act(t, r, req)
			u := undo(t, r, rec)
			restored(t, before, dump(t, path), rec.Images, u.Now)
		}
	})
	t.Run("without runs and comments", func(t *testing.T) {
		path := fixture(t, tempBoard(t), older, "delete", "DROP TABLE task_runs", "DROP TABLE task_comments", "DROP TABLE task_links",
			card("t_1", stBlocked, "current_run_id=4"), card("t_2", stDone), card("t_3", stRunning, "worker_pid=99", "claim_lock='here:7'"))
		r := actOn(t, path, boardNow, "here", gone.alive)
		p, err := r.Plan(t.Context(), source.Request{Task: "t_1", Action: model.ActionUnblock, Answer: "yes", Actor: "alice"})
		must(t, err)
		if p.Refused != "this board keeps no comments: there is no place for an answer" {
			t.Errorf("an answer without a place: %q", p.Refused)
		}
		for _, req := range []source.Request{
			{Task: "t_1", Action: model.ActionUnblock}, {Task: "t_2", Action: model.ActionBlock, Reason: "no key"}, {Task: "t_3", Action: model.ActionReclaim},
		} {
			req.Actor = "alice"
			act(t, r, req)
		}
		after := dump(t, path)
		for id, status := range map[string]string{"t_1": stReady, "t_2": stBlocked, "t_3": stReady} {
			if got := statusIn(after, id); got != status {
				t.Errorf("%s is %s", id, got)
			}
		}
	})
	t.Run("before numbered events", func(t *testing.T) {
		path := fixture(t, tempBoard(t), first, "delete", add("t_1", stBlocked))
		r := actOn(t, path, boardNow, "here", gone.alive)
		p, err := r.Plan(t.Context(), source.Request{Task: "t_1", Action: model.ActionUnblock, Actor: "alice"})
		must(t, err)
		if p.Refused != "the board is older than Hermes' numbered events: let Hermes open it once, then act" || p.Was != stBlocked {
			t.Errorf("its events cannot be numbered: %+v", p)
		}
	})
}
