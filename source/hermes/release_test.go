package hermes

import (
	"slices"
	"strings"
	"testing"
	"time"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlsource"
)

// knownTo leaves out of statements the columns that a layout lacks.
func knownTo(l layout, statements []string) []string {
	if strings.Contains(l.schema, "block_kind") {
		return statements
	}
	known := slices.Clone(statements)
	for i, s := range known {
		head, values, ok := strings.Cut(s, ") VALUES (")
		if !ok || !strings.Contains(head, "block_") {
			continue
		}
		names := strings.Split(head, ", ")
		cells := strings.Split(strings.TrimSuffix(values, ")"), ", ")
		for k := len(names) - 1; k >= 0; k-- {
			if strings.HasPrefix(names[k], "block_") {
				names, cells = slices.Delete(names, k, k+1), slices.Delete(cells, k, k+1)
			}
		}
		known[i] = strings.Join(names, ", ") + ") VALUES (" + strings.Join(cells, ", ") + ")"
	}
	return known
}

func TestReleaseByColumns(t *testing.T) {
	want := map[string]release{
		present.name: newestRelease, phaseless.name: {parks: true, typed: true}, untyped.name: {parks: true}, older.name: {}, first.name: {},
	}
	for _, l := range []layout{present, phaseless, untyped, older, first} {
		path := fixture(t, tempBoard(t), l, "delete", add("t_1", stReady))
		r := openFixture(t, path)
		p, err := r.List(t.Context(), source.Query{Limit: 1})
		must(t, err)
		if got := recordOf(&p.Cases[0]).release; got != want[l.name] {
			t.Errorf("the release of %s is %+v", l.name, got)
		}
	}
	if got := releaseOf(sqlsource.Tables{tabTasks: {"reasoning_effort": {}}}); got != newestRelease {
		t.Errorf("without a table of subscriptions the tasks tell: %+v", got)
	}
}

// TestPayloadsOfReleases tells what each release of Hermes would write, where it
// is not what the newest writes.
func TestPayloadsOfReleases(t *testing.T) {
	statements := slices.Concat(situations(), []string{
		card("t_top", stDone), card("t_next", stReady), link("t_top", "t_next"), card("t_far", stReady), link("t_next", "t_far"),
		card("t_shelved", stArchived), card("t_kept", stBlocked), event("t_kept", evBlocked, `{"reason": "x"}`), link("t_shelved", "t_kept"),
	})
	cases := []struct {
		req  source.Request
		rows map[string]string // by layout, in the order of the statements
	}{
		{source.Request{Task: "t_held", Action: model.ActionUnblock}, map[string]string{
			phaseless.name: `unblocked {"status": "todo"}`, untyped.name: `unblocked {"status": "todo"}`, older.name: `unblocked {"status": "todo"}`,
		}},
		{source.Request{Task: "t_reviewed", Action: model.ActionUnblock}, map[string]string{phaseless.name: "unblocked", untyped.name: "unblocked", older.name: "unblocked"}},
		{source.Request{Task: "t_kept", Action: model.ActionUnblock}, map[string]string{
			present.name: "unblocked", phaseless.name: `unblocked {"status": "todo"}`, older.name: `unblocked {"status": "todo"}`,
		}},
		{source.Request{Task: "t_again", Action: model.ActionBlock, Reason: "which shelf?"}, map[string]string{
			phaseless.name: `commented {"author": "alice", "len": 21}, blocked {"reason": "which shelf?", "kind": null, "recurrences": 1}`,
			untyped.name:   `commented {"author": "alice", "len": 21}, blocked {"reason": "which shelf?"}`,
			older.name:     `commented {"author": "alice", "len": 21}, blocked {"reason": "which shelf?"}`,
		}},
		{source.Request{Task: "t_dead", Action: model.ActionReclaim}, map[string]string{
			phaseless.name: `reclaimed {"manual": true, "reason": null, "prev_lock": "here:7", "prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}`,
		}},
		{source.Request{Task: "t_second", Action: model.ActionReclaim, Reason: "x"}, map[string]string{
			present.name: `reclaimed {"manual": true, "reason": "x", "prev_lock": "here:7", "retry_status": "review", "prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}`,
			untyped.name: `reclaimed {"manual": true, "reason": "x", "prev_lock": "here:7", "prev_pid": 99, "host_local": true, "termination_attempted": true, "terminated": true, "sigkill": false}`,
		}},
		{source.Request{Task: "t_top", Action: model.ActionRequeue}, map[string]string{
			phaseless.name: `status {"status": "ready"}, status {"status": "todo", "reason": "parent_reopened", "parent": "t_top"}`,
			untyped.name:   `status {"status": "ready"}, status {"status": "todo", "reason": "parent_reopened", "parent": "t_top"}`,
			older.name:     `status {"status": "ready"}`,
		}},
		{source.Request{Task: "t_parked", Action: model.ActionUnblock}, map[string]string{older.name: "unblocked"}},
	}
	for _, l := range []layout{present, phaseless, untyped, older} {
		for _, c := range cases {
			want, ok := c.rows[l.name]
			if !ok {
				continue
			}
			t.Run(l.name+"/"+string(c.req.Action)+" "+c.req.Task, func(t *testing.T) {
				path := fixture(t, tempBoard(t), l, "delete", knownTo(l, statements)...)
				r := actOn(t, path, boardNow, "here", gone.alive)
				c.req.Actor = "alice"
				last := number(queryAt(t, path, "SELECT max(id) FROM task_events"))
				act(t, r, c.req)
				var got []string
				for id, e := range dump(t, path)[tabEvents] {
					if id > last {
						got = append(got, strings.TrimSpace(text(e["id"])+" "+text(e["kind"])+" "+text(e["payload"])))
					}
				}
				slices.Sort(got)
				for i := range got {
					_, got[i], _ = strings.Cut(got[i], " ")
				}
				if all := strings.Join(got, ", "); all != want {
					t.Errorf("it wrote\n%s, not\n%s", all, want)
				}
			})
		}
	}
}

// TestAnOldHermesHoldsNothing: a release without the status scheduled could not
// release what is held.
func TestAnOldHermesHoldsNothing(t *testing.T) {
	r := actOn(t, fixture(t, tempBoard(t), older, "wal", card("t_1", stReady), card("t_2", stBlocked), card("t_3", stTodo)), boardNow, "here", gone.alive)
	for _, id := range []string{"t_1", "t_2", "t_3"} {
		p, err := r.Plan(t.Context(), source.Request{Task: id, Action: model.ActionHold, Actor: "alice"})
		must(t, err)
		if !strings.Contains(p.Refused, "no status scheduled") {
			t.Errorf("%s is held on a board without scheduled: %q", id, p.Refused)
		}
	}
}

// TestAnUndoHoldsNothingOnAnOldHermes: what was held on such a board by somebody
// else and then let go is not held again.
func TestAnUndoHoldsNothingOnAnOldHermes(t *testing.T) {
	for _, l := range []layout{older, present} {
		r := actOn(t, fixture(t, tempBoard(t), l, "wal", card("t_1", stScheduled)), boardNow, "here", gone.alive)
		rec := act(t, r, source.Request{Task: "t_1", Action: model.ActionUnblock, Actor: "alice"})
		p, err := r.PlanUndo(t.Context(), rec, "bob")
		must(t, err)
		if old := l.name == older.name; strings.Contains(p.Refused, "no status scheduled") != old || !old && p.Refused != "" {
			t.Errorf("%s: undoing the release of a held task is refused with %q", l.name, p.Refused)
		}
	}
}

// TestRulesOfReleases: what a release does not say is not told as its word, and
// what it does not do is not foretold.
func TestRulesOfReleases(t *testing.T) {
	owners := func(s subject, rel release) map[string]model.Origin {
		in := s.input()
		recordOf(in.Case).release = rel
		told := map[string]model.Origin{}
		for _, r := range rules() {
			for _, o := range r.Check(in) {
				if o.Finding != nil {
					told[o.Finding.Rule] = o.Finding.Origin
				}
			}
		}
		return told
	}
	waits := func(r *record, _ *model.Case) { r.waiting, r.waits = []string{"t_2"}, 1 }
	handed := subject{status: stBlocked, events: []model.Event{did(evBlocked, time.Hour, "review-required: x")}, change: waits}
	if got := owners(handed, newestRelease)["review-dependency-deadlock"]; got != model.OriginOwner {
		t.Errorf("the newest Hermes' own rule is told by %v", got)
	}
	if got, ok := owners(handed, release{parks: true, typed: true})["review-dependency-deadlock"]; !ok || got != model.OriginNotdone {
		t.Errorf("a rule of a later release is told by %v (%v)", got, ok)
	}
	stranded := subject{status: stReady, events: []model.Event{did(evCreated, 9*time.Hour)}}
	if got := owners(stranded, release{parks: true})["stranded-in-ready"]; got != model.OriginOwner {
		t.Errorf("stranded is told by %v", got)
	}
	if got, ok := owners(stranded, release{})["stranded-in-ready"]; !ok || got != model.OriginNotdone {
		t.Errorf("stranded on an old board is told by %v (%v)", got, ok)
	}
	twice := subject{status: stReady, change: counted(2)}
	if _, ok := owners(twice, release{})["repeated-failures"]; ok {
		t.Error("an old Hermes warns of two failures, where its threshold is three")
	}
	if _, ok := owners(subject{status: stReady, change: counted(3)}, release{})["repeated-failures"]; !ok {
		t.Error("an old Hermes does not warn of three failures")
	}
	gaveUpOnce := subject{status: stBlocked, events: []model.Event{did(evGaveUp, time.Hour, "left")}, change: counted(1)}
	for rel, want := range map[release]string{newestRelease: "queued", {}: "failed"} {
		in := gaveUpOnce.input()
		recordOf(in.Case).release = rel
		if got := gaveUp(in, recordOf(in.Case)).Opinion.State.String(); got != want {
			t.Errorf("gave up once is %s under %+v", got, rel)
		}
	}
	if _, ok := owners(subject{status: stBlocked}, release{})["blocked-unsticky"]; ok {
		t.Error("an old Hermes is said to make blocked tasks ready")
	}
}
