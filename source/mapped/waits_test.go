package mapped

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

// TestAddParents: what a task waits for is read as it stands, and nothing is made of what is no list.
func TestAddParents(t *testing.T) {
	one := &table{Table: &Table{States: map[string]model.State{"inactive": model.StateQueued, "failed": model.StateFailed}}}
	for list, want := range map[string][]model.Link{
		`[{"id":8,"status":"inactive"},{"id":9007199254740993,"status":"failed"}]`: {{ID: "8", Recorded: "inactive"}, {ID: "9007199254740993", Recorded: "failed", Failed: true}},
		`[{"id":"a-b","status":null}]`:                                             {{ID: "a-b"}},
		`[]`:                                                                       nil,
		``:                                                                         nil,
		`[{"id":8,"sta`:                                                            nil,
		`"8"`:                                                                      nil,
	} {
		var c model.Case
		one.addParents(&c, list)
		if diff := cmp.Diff(want, c.Facts.Parents); diff != "" {
			t.Errorf("%s: %s", list, diff)
		}
		if len(c.Task.DependsOn) != len(want) {
			t.Errorf("%s: depends on %v", list, c.Task.DependsOn)
		}
	}
}
