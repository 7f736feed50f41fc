package demo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
	"notdone/source"
	"notdone/source/nanoclaw"
	"notdone/source/taskplane"
	"notdone/ui/proc"
)

// opened opens a folder of the demo as one kind.
func opened(t testing.TB, a *source.Adapter, path string) source.Source {
	t.Helper()
	probe := &source.Probe{Path: path}
	var err error
	if probe.Info, err = os.Stat(path); err != nil {
		t.Fatal(err)
	}
	if ok, err := a.Detect(t.Context(), probe); err != nil || !ok {
		t.Fatalf("%s is not detected: %v", a.Kind, err)
	}
	seen := proc.New(time.Now)
	s, err := a.Open(t.Context(), path, source.Options{Now: time.Now, Alive: seen.Alive, AliveIn: seen.AliveIn})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// judgedIn judges every task of a folder.
func judgedIn(t testing.TB, a source.Adapter, path string) map[string]model.Row {
	t.Helper()
	page, err := opened(t, &a, path).List(t.Context(), source.Query{Limit: 1000})
	if err != nil {
		t.Fatal(err)
	}
	judge := classify.New(classify.DefaultConfig(), a.Rules...)
	all := map[string]model.Row{}
	for i := range page.Cases {
		c := &page.Cases[i]
		all[c.Task.ID] = model.Row{Task: c.Task, Verdict: judge.Judge(c, a.State(c.Task.Recorded), time.Now())}
	}
	return all
}

// acted does an action on a task.
func acted(t testing.TB, a source.Adapter, path, id string, action model.ActionName) {
	t.Helper()
	actor := opened(t, &a, path).(source.Actor)
	p, err := actor.Plan(t.Context(), source.Request{Task: id, Action: action, Actor: "test"})
	if err != nil || p.Refused != "" {
		t.Fatalf("%s: %s, %v", action, p.Refused, err)
	}
	if err := actor.Apply(t.Context(), p, func([]source.Image) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// has reports whether a rule found something.
func has(r model.Row, rule string) bool {
	for _, f := range r.Findings {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// TestASilentBriefingIsAnswered: the series that fell silent is found, and what is asked
// for again is answered by the host.
func TestASilentBriefingIsAnswered(t *testing.T) {
	path, w := prepared(t, 1)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	root, claw := filepath.Join(filepath.Dir(path), clawName), nanoclaw.Adapter()
	silent := ""
	states := map[model.State]int{}
	rows := judgedIn(t, claw, root)
	for id, r := range rows {
		states[r.State]++
		if has(r, "silent-recurrence") {
			silent = id
		}
	}
	if states[model.StateFalseDone] != 3 || silent == "" || states[model.StateFailed]+states[model.StateBlocked]+states[model.StateUnknown] > 0 {
		t.Fatalf("states %v, silent %q", states, silent)
	}
	acted(t, claw, root, silent, model.ActionRequeue)
	lived(t, w, 40*time.Second, nil)
	answered := 0
	for id, r := range judgedIn(t, claw, root) {
		if _, old := rows[id]; !old && strings.HasPrefix(r.Title, "Morning briefing") && r.State == model.StateDone {
			answered++
		}
	}
	if answered != 1 {
		t.Errorf("%d new briefings arrived", answered)
	}
	lived(t, w, 5*time.Minute, nil)
	if n := len(judgedIn(t, claw, root)); n < 10 || n > 2*maxTurns+4 {
		t.Errorf("%d rows after five minutes", n)
	}
}

// TestAStepThatIsSetBackIsDone: the lane goes in circles over an open review until the
// step is set back, and comes to its end then.
func TestAStepThatIsSetBackIsDone(t *testing.T) {
	path, w := prepared(t, 1)
	if err := w.begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	root, plane := filepath.Join(filepath.Dir(path), planeName), taskplane.Adapter()
	state := func(what string, want model.State, open bool) {
		t.Helper()
		r, there := judgedIn(t, plane, root)[planeTask]
		if !there || r.State != want || has(r, "open-review") != open {
			t.Errorf("%s it is %v, open review %v", what, r.State, has(r, "open-review"))
		}
	}
	state("at first", model.StateActive, true)
	lived(t, w, time.Minute, nil)
	state("after a minute", model.StateFailed, true)
	lived(t, w, 4*time.Minute, nil)
	state("when it was only tried again", model.StateFailed, true)
	acted(t, plane, root, planeTask, model.ActionResetStep)
	lived(t, w, time.Minute, nil)
	state("set back", model.StateActive, false)
	lived(t, w, time.Minute, nil)
	state("in the end", model.StateDone, false)
	lived(t, w, 4*time.Minute, nil)
	if r := judgedIn(t, plane, root)[planeTask]; r.State == model.StateDone {
		t.Error("no batch follows")
	}
}
