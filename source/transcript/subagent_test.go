package transcript

import (
	"strings"
	"testing"
	"time"

	"notdone/model"
)

func TestSubagentsAreFolded(t *testing.T) {
	for _, where := range []string{"p/" + idA + "/subagents/agent-1.jsonl", "p/agent-1.jsonl"} {
		b := newBench(t)
		at := b.now.Add(-time.Hour)
		parent := newSession(idA, at).prompt("Fix the login page").call("Task", `{"prompt":"edit it"}`).result("done").
			says("I fixed the login page and all tests pass.").end()
		sub := newSession(idA, at.Add(time.Second))
		sub.head = strings.Replace(sub.head, `"isSidechain":false`, `"isSidechain":true,"agentId":"1"`, 1)
		sub.prompt("edit it").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done").
			call("Bash", `{"command":"go test ./..."}`).result("ok").says("Done.")
		b.file("p/"+idA+".jsonl", parent.String(), time.Hour)
		b.file(where, sub.String(), time.Hour+time.Second)
		b.openAs(KindClaude, ".", time.Time{})
		latest := map[string]model.Case{}
		cases := b.list()
		more, removed := b.refresh()
		if len(removed) != 0 {
			t.Errorf("%s: removed %v", where, removed)
		}
		for _, c := range append(cases, more...) {
			latest[c.Task.ID] = c
		}
		c, ok := latest[idA]
		if !ok || len(latest) != 1 {
			t.Fatalf("%s: listed %v", where, b.rows(append(cases, more...)))
		}
		w := c.Facts.Work
		if w.Edits != 1 || w.Tests != 1 || w.Delegated != 0 || w.Calls != 3 || *c.Task.Tokens != 75 || len(c.Task.Logs) != 2 {
			t.Errorf("%s: %+v, %d tokens, logs %v", where, w, *c.Task.Tokens, c.Task.Logs)
		}
		if got := rowOf(&c, b.now); got.State != model.StateDone {
			t.Errorf("%s: %v", where, got)
		}
	}
}

func TestSubagentsLive(t *testing.T) {
	b := newBench(t)
	b.openAs(KindClaude, ".", time.Time{})
	parent := newSession(idA, b.now.Add(-time.Minute)).prompt("Fix the login page").call("Task", `{"prompt":"edit it"}`)
	sub := newSession(idA, b.now.Add(-30*time.Second))
	sub.head = strings.Replace(sub.head, `"isSidechain":false`, `"isSidechain":true,"agentId":"1"`, 1)
	sub.prompt("edit it").call("Edit", `{"file_path":"/srv/app/login.go"}`).result("done")
	b.file("p/agent-1.jsonl", sub.String(), 0)
	if cases, _ := b.refresh(); len(cases) != 0 {
		t.Fatalf("a subagent without its session: %v", b.rows(cases))
	}
	b.file("p/"+idA+".jsonl", parent.String(), 0)
	if cases, _ := b.refresh(); len(cases) != 1 || cases[0].Facts.Work.Edits != 1 {
		t.Fatalf("the session: %v", b.rows(cases))
	}
	sub.call("Edit", `{"file_path":"/srv/app/b.go"}`).result("done")
	b.file("p/agent-1.jsonl", sub.String(), 0)
	cases, removed := b.refresh()
	if len(cases) != 1 || cases[0].Task.ID != idA || cases[0].Facts.Work.Edits != 2 || len(removed) != 0 {
		t.Fatalf("the subagent goes on: %v, removed %v", b.rows(cases), removed)
	}
	b.sh("rm p/agent-1.jsonl")
	if cases, _ := b.refresh(); len(cases) != 1 || cases[0].Facts.Work.Edits != 0 || cases[0].Facts.Work.Delegated != 1 {
		t.Errorf("without it: %v", b.rows(cases))
	}
}
