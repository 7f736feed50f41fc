package hermes

import (
	"testing"
	"time"

	"notdone/model"
)

func TestProsePhantomRefs(t *testing.T) {
	warned := []model.Event{did(evCompleted, time.Hour), did(evPhantomRefs, time.Hour)}
	told := map[int]payload{1: {PhantomRefs: []any{"t_0000000a"}}}
	gone := func(r *record, _ *model.Case) { r.invented = true }
	testRule(t, "prose-phantom-refs", []ruleCase{
		{name: "still missing", subject: subject{status: stDone, events: warned, payloads: told, change: gone}, severity: "warning", says: "t_0000000a", state: "false-done"},
		{name: "there by now", subject: subject{status: stDone, events: warned, payloads: told}, severity: "warning"},
		{name: "open again", subject: subject{status: stReady, events: warned, payloads: told, change: gone}, severity: "warning"},
		{name: "edited since", subject: subject{status: stDone, events: append(warned[:2:2], did(evEdited, 0)), payloads: told, change: gone}},
	})
}

func TestPhantomRefs(t *testing.T) {
	cites := func(_ *record, c *model.Case) {
		c.Facts.PhantomRefs = []model.Evidence{{Where: "tasks#t_1.result", Quote: "t_0000000a"}}
		c.Task.Finished = at(time.Hour)
	}
	testRule(t, "phantom-refs", []ruleCase{
		{name: "cited", subject: subject{status: stDone, change: cites}, severity: "warning", says: "t_0000000a", state: "false-done"},
		{name: "Hermes says so already", subject: subject{status: stDone, change: cites, events: []model.Event{did(evPhantomRefs, time.Hour)}}},
		{name: "none", subject: subject{status: stDone}},
		{name: "not finished", subject: subject{status: stRunning, change: cites}},
	})
}

func TestReferences(t *testing.T) {
	cases := map[string][]string{
		"see t_12345678 and t_abcdef0123.":    {"t_12345678", "t_abcdef0123"},
		"t_12345678, again t_12345678":        {"t_12345678"},
		"t_1234567":                           nil,
		"not_12345678 set_t_12345678":         nil,
		"t_1234567g t_12345678_x T_12345678":  nil,
		"(t_12345678)":                        {"t_12345678"},
		"t_12345678t_12345679 t_t_1234567890": nil,
		"":                                    nil,
		"ét_12345678":                         nil,
	}
	for prose, want := range cases {
		got := references(prose)
		if len(got) != len(want) {
			t.Errorf("%q names %v, not %v", prose, got, want)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q names %v, not %v", prose, got, want)
			}
		}
	}
}
