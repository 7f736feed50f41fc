package codex

import (
	"testing"
	"time"

	"notdone/model"
	"notdone/source/runlog"
)

func TestResumes(t *testing.T) {
	const hit = `"message":"You've hit your usage limit.","codex_error_info":"usage_limit_exceeded"`
	zone := func(name string) []string { return []string{"turn_context", `"timezone":"` + name + `"`} }
	says := func(text string) []string { return event("error", `"message":"`+text+`"`) }
	limits := func(primary, secondary string) []string {
		return event("token_count", `"info":null,"rate_limits":{"limit_id":"codex","primary":`+primary+`,"secondary":`+secondary+`}`)
	}
	for _, c := range []struct {
		name string
		log  []string // its last line stands at 05:06:17
		want string
	}{
		{"the error says", event("error", hit+`,"resets_at":1772607600`), "2026-03-04T07:00:00Z"},
		{"the error says how long", event("task_complete", `"error":{`+hit+`,"resets_in_seconds":90}`), "2026-03-04T05:07:47Z"},
		{"it brings the limits with it", event("error", hit+`,"rate_limits":{"primary":{"used_percent":100,"resets_in_seconds":60}}`), "2026-03-04T05:07:17Z"},
		{"the limits alone say", event("error", hit+`,"rate_limits":{"resets_at":1772607600}`), "2026-03-04T07:00:00Z"},
		{"a cap of one model", event("error", `"message":"busy","codex_error_info":{"model_cap":{"model":"m","reset_after_seconds":30}}`), "2026-03-04T05:06:47Z"},
		{"a time today", join(zone("UTC"), says("You've hit your usage limit. Visit https://x or try again at 7:15 AM.")), "2026-03-04T07:15:00Z"},
		{"a time tomorrow", join(zone("UTC"), says("You've hit your usage limit. Try again at 4:00 AM.")), "2026-03-05T04:00:00Z"},
		{"a time elsewhere", join(zone("America/New_York"), says("You've hit your usage limit, try again at 12:30 PM.")), "2026-03-04T17:30:00Z"},
		{"a day", join(zone("UTC"), says("You've hit your usage limit. Try again at Mar 11th, 2026 9:00 AM.")), "2026-03-11T09:00:00Z"},
		{"so long", says("You've hit your usage limit. Try again in 1 day 2 hours 3 minutes."), "2026-03-05T07:09:17Z"},
		{"so many seconds", says("Rate limit reached for m. Please try again in 1.5s."), "2026-03-04T05:06:18.5Z"},
		{"it does not say", says("You've hit your usage limit. Try again later."), ""},
		{"it says a time that was over", event("error", hit+`,"resets_at":1700000000`), ""},
		{"no such zone", join(zone("../../etc"), says("You've hit your usage limit. Try again at 7:15 AM.")), "2026-03-04T07:15:00Z"},
	} {
		t.Run(c.name, func(t *testing.T) {
			log := begin
			for len(log)+len(c.log) < 22 {
				log = join(log, event("agent_reasoning", ""))
			}
			check(t, read(log, c.log), c.want)
		})
	}
	t.Run("the window that is used up", func(t *testing.T) {
		check(t, read(begin, limits(`{"used_percent":100.0,"window_minutes":300,"resets_at":1772607600}`, `{"used_percent":40.0,"window_minutes":10080,"resets_at":1773000000}`), event("error", hit), complete), "2026-03-04T07:00:00Z")
	})
	t.Run("both of them", func(t *testing.T) {
		check(t, read(begin, limits(`{"used_percent":100,"resets_at":1772607600}`, `{"used_percent":100,"resets_at":1773000000}`), event("error", hit)), "2026-03-08T20:00:00Z")
	})
	t.Run("counted from when it was said", func(t *testing.T) {
		check(t, read(begin, limits(`{"used_percent":99.5,"resets_in_seconds":3600}`, `null`), event("agent_reasoning", ""), event("error", hit)), "2026-03-04T06:06:14Z")
	})
	t.Run("none of them", func(t *testing.T) {
		check(t, read(begin, limits(`{"used_percent":12,"resets_at":1772607600}`, `null`), event("error", hit)), "")
	})
	t.Run("over in the meantime", func(t *testing.T) {
		check(t, read(begin, limits(`{"used_percent":100,"resets_in_seconds":1}`, `null`), event("agent_reasoning", ""), event("error", hit)), "")
	})
	t.Run("over before it came", func(t *testing.T) {
		check(t, read(begin, limits(`{"used_percent":100,"resets_at":1700000000}`, `null`), event("error", hit)), "")
	})
}

func check(t *testing.T, s runlog.Summary, want string) {
	t.Helper()
	got := ""
	if !s.Work.Resumes.IsZero() {
		got = s.Work.Resumes.Format(time.RFC3339Nano)
	}
	if s.Outcome != model.OutcomeRateLimited || got != want {
		t.Errorf("%v, resumes %q, want %q", s.Outcome, got, want)
	}
}

func TestResumesInTheZoneOfTheLog(t *testing.T) {
	log := rollout(join(begin, event("error", `"message":"You've hit your usage limit. Try again at 9:00 AM."`))...)
	s := feed(log, runlog.Options{Zone: time.FixedZone("here", 2*3600)}).Summary()
	check(t, s, "2026-03-04T07:00:00Z")
}

func TestNothingToResumeAfterIt(t *testing.T) {
	limit := event("error", `"message":"You've hit your usage limit. Try again in 5 minutes."`)
	for name, log := range map[string][]string{
		"it went on": join(begin, limit, ran), "a new turn": join(begin, limit, complete, event("task_started", `"turn_id":"t2"`)),
	} {
		if s := read(log); !s.Work.Resumes.IsZero() || s.Outcome != model.OutcomeUnknown {
			t.Errorf("%s: %v, resumes %v", name, s.Outcome, s.Work.Resumes)
		}
	}
}
