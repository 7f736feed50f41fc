package hermes

import (
	"testing"
	"time"

	"notdone/model"
)

func counted(n int) func(*record, *model.Case) {
	return func(r *record, _ *model.Case) { r.failures, r.lastError = n, "no such profile\nat line 3" }
}

func TestRepeatedFailures(t *testing.T) {
	testRule(t, "repeated-failures", []ruleCase{
		{name: "below", subject: subject{status: stReady, change: counted(1)}},
		{name: "at the threshold", subject: subject{status: stBlocked, change: counted(2)}, severity: "error", count: 2, says: "no such profile"},
		{name: "twice the threshold", subject: subject{status: stReady, change: counted(4)}, severity: "critical", count: 4},
		{name: "the newest failed run names it", subject: subject{
			status: stReady, change: counted(2), runs: []model.Run{ran(outSpawnFailed, 3*time.Hour), ran(outCrashed, 2*time.Hour), ran(outReclaimed, time.Hour)},
		}, severity: "error", count: 2, says: "a crash"},
		{name: "running", subject: subject{status: stRunning, change: counted(4)}},
		{name: "done", subject: subject{status: stDone, change: counted(4)}},
		{name: "another threshold", subject: subject{status: stReady, change: func(r *record, c *model.Case) {
			counted(4)(r, c)
			r.limits = limitsFrom(map[string]any{"kanban": map[string]any{"failure_limit": 5}})
		}}},
	})
}

func TestRepeatedCrashes(t *testing.T) {
	crash := func(h int) model.Run { return ran(outCrashed, time.Duration(h)*time.Hour, "exit 139") }
	testRule(t, "repeated-crashes", []ruleCase{
		{name: "one", subject: subject{status: stReady, runs: []model.Run{crash(1)}}},
		{name: "two", subject: subject{status: stReady, runs: []model.Run{crash(2), crash(1)}}, severity: "error", count: 2, says: "exit 139"},
		{name: "four", subject: subject{status: stBlocked, runs: []model.Run{crash(4), crash(3), crash(2), crash(1)}}, severity: "critical", count: 4},
		{name: "others are passed over", subject: subject{status: stReady, runs: []model.Run{crash(3), ran(outTimedOut, 2*time.Hour), crash(1)}}, severity: "error", count: 2},
		{name: "a completion ends them", subject: subject{status: stReady, runs: []model.Run{crash(3), crash(2), ran(outCompleted, time.Hour), crash(0)}}},
		{name: "a reclaim ends them", subject: subject{status: stReady, runs: []model.Run{crash(3), ran(outReclaimed, time.Hour), crash(0)}}},
		{name: "the counter says it already", subject: subject{status: stReady, runs: []model.Run{crash(2), crash(1)}, change: counted(2)}},
		{name: "running", subject: subject{status: stRunning, runs: []model.Run{crash(2), crash(1)}}},
		{name: "a setting that is no number", subject: subject{status: stReady, runs: []model.Run{crash(2), crash(1)}, change: func(r *record, _ *model.Case) {
			r.limits = limitsFrom(map[string]any{"kanban": map[string]any{"diagnostics": map[string]any{"crash_threshold": "many"}}})
		}}, severity: "error", count: 2},
	})
}
