package queue

import (
	"slices"
	"strings"
	"testing"

	"notdone/model"
	"notdone/source"
	"notdone/source/pgsource/pgtest"
	"notdone/source/queue/client"
	"notdone/source/queue/queuetest"
	"notdone/source/sourcetest"
)

// TestPooler: a queue is made, worked on, acted on and followed behind PgBouncer; in the mode
// transaction the clients share one session of the server.
func TestPooler(t *testing.T) {
	for mode, more := range map[string]string{"session": "", "transaction": "default_pool_size = 1"} {
		t.Run(mode, func(t *testing.T) {
			url, owner := pgtest.Database(t)
			url = strings.Replace(url, pgtest.Socket(), pgtest.Bouncer(t, mode, more), 1)
			if err := client.InitPostgres(t.Context(), url); err != nil {
				t.Fatal(err)
			}
			c := dial(t, url)
			if c.Changes(t.Context()) != nil {
				t.Error("it listens")
			}
			if err := queuetest.Add(t.Context(), c, client.NewTask{ID: "a", Title: "A", Tags: []string{"x"}}, client.NewTask{ID: "b", Title: "B", After: []string{"a"}}); err != nil {
				t.Fatal(err)
			}
			s := openPg(t, url)
			listed := casesOf(t, s)
			if len(listed) != 2 {
				t.Fatalf("%d tasks are listed", len(listed))
			}
			r := source.Request{Task: "a", Action: model.ActionHold, Actor: "ann", Reason: "a reason"}
			p, err := s.Plan(t.Context(), r)
			if err != nil || p.Refused != "" {
				t.Fatal(p.Refused, err)
			}
			record := sourcetest.Apply(t, s, &p)
			if claim := mustClaim(t, c, worker1()); claim != nil {
				t.Fatalf("%s is claimed, and was put on hold", claim.ID)
			}
			undo, err := s.PlanUndo(t.Context(), record, "bob")
			if err != nil || undo.Refused != "" {
				t.Fatal(undo.Refused, err)
			}
			sourcetest.Apply(t, s, &undo)
			claim := mustClaim(t, c, worker1())
			if claim == nil || claim.ID != "a" {
				t.Fatalf("claimed is %v", claim)
			}
			held(t)(c.Finish(t.Context(), worker1(), "a", "done", &client.Report{Output: "all is there"}))
			if states := textsOf(t, owner, `SELECT id || ' ' || state FROM tasks ORDER BY id`); !slices.Equal(states, []string{"a done", "b queued"}) {
				t.Errorf("the states are %v", states)
			}
			if told := toldPg(t, s); !slices.Contains(told, "a done A") {
				t.Errorf("told are %v", told)
			}
		})
	}
}
