package work

import (
	"fmt"
	"testing"
	"time"

	"notdone/classify"
	"notdone/model"
)

// TestLimitEnd: when a limit ends is read in the words where the log has no record of it.
func TestLimitEnd(t *testing.T) {
	const said = "You've hit your limit \u00b7 resets 4am (UTC)"
	now := time.Date(2030, 3, 6, 23, 52, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		out  string
		exit int
		want string
	}{
		"Claude's log":        {claudeStream(`"subtype":"success","is_error":true,"num_turns":1,"result":"` + said + `"`), 1, "2030-03-07T04:00:00Z"},
		"Claude's log, alone": {claudeStream(`"subtype":"success","is_error":true,"num_turns":1,"result":"` + said + `"`), 0, "2030-03-07T04:00:00Z"},
		"words":               {"You've hit your limit · resets 4am (UTC)\n", 1, "2030-03-07T04:00:00Z"},
		"no time":             {"Error: 429 Too Many Requests\n", 1, ""},
		"no limit":            {"The office resets 4am (UTC) every day: I need permission to enter.\n", 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			a := ended(c.out, "", report{Exit: c.exit})
			v := a.judge(classify.New(classify.DefaultConfig()))
			got := ""
			if end := a.limitEnd(&v, now); !end.IsZero() {
				got = end.UTC().Format(time.RFC3339)
			}
			if got != c.want {
				t.Errorf("it ends at %q, want %q: %+v", got, c.want, v)
			}
		})
	}
}

// TestSpread: of many tasks that met a limit together few come back at one time, and none much later than it ends.
func TestSpread(t *testing.T) {
	for wait, most := range map[time.Duration]time.Duration{time.Minute: 8 * time.Second, 11 * time.Hour: 10 * time.Minute} {
		at := map[time.Duration]int{}
		for i := range 640 {
			got := spread(wait, fmt.Sprintf("task-%d", i))
			if at[got]++; got < wait || got > wait+most {
				t.Errorf("%v becomes %v", wait, got)
			}
		}
		if len(at) != 64 {
			t.Errorf("%v: %d times", wait, len(at))
		}
	}
}

// TestStoppedByPerson: what a person stopped is not tried again.
func TestStoppedByPerson(t *testing.T) {
	interrupted := claudeStream("", `{"type":"user","parent_tool_use_id":null,"session_id":"5d3c-1","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}`)
	w := &task{worker: &worker{Options: Options{RetryOn: heals, RetryWait: time.Minute}}}
	for name, out := range map[string]string{"words": "[Request interrupted by user]\n", "words, for a tool": "Looking.\n[Request interrupted by user for tool use]\n", "Claude's log": interrupted} {
		t.Run(name, func(t *testing.T) {
			a := ended(out, "", report{})
			w.claim = a.claim
			v := a.judge(classify.New(classify.DefaultConfig()))
			if wait := w.retryAfter(&v, a); v.Done() || v.Kind != model.KindUnknown || wait > 0 {
				t.Errorf("%+v, tried again after %v", v, wait)
			}
		})
	}
}
