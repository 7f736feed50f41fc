package hermes

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"notdone/model"
)

func TestLimits(t *testing.T) {
	cases := []struct {
		name, config string
		check        func(l *limits) bool
	}{
		{"defaults", "", func(l *limits) bool {
			return l.known && l.breaker == 2 && l.threshold == 2 && l.crashes == 2 && l.stuckHours == 24 &&
				l.cycles == 3 && l.cycleWindow == 86400 && l.stranded == 1800
		}},
		{"the breaker's limit", "kanban: {failure_limit: 5}", func(l *limits) bool { return l.breaker == 5 && l.threshold == 5 }},
		{"a threshold of its own", "kanban: {failure_limit: 5, diagnostics: {failure_threshold: 3}}", func(l *limits) bool { return l.breaker == 5 && l.threshold == 3 }},
		{"the old key", "kanban: {failure_limit: 5, diagnostics: {spawn_failure_threshold: 9}}", func(l *limits) bool { return l.breaker == 5 && l.threshold == 2 }},
		{"no positive number", "kanban: {diagnostics: {failure_threshold: 0}}", func(l *limits) bool { return l.threshold == 0 && l.wrong == nil }},
		{"no number at all", "kanban: {diagnostics: {failure_threshold: x, blocked_stale_hours: soon}}", func(l *limits) bool {
			return l.threshold == 2 && l.stuckHours == 24 && strings.Join(l.wrong, " ") == "blocked_stale_hours failure_threshold"
		}},
		{"texts and fractions", `kanban: {diagnostics: {crash_threshold: "4", stranded_threshold_seconds: 90.5, block_cycle_threshold: 2}}`, func(l *limits) bool { return l.crashes == 4 && l.stranded == 90.5 && l.cycles == 2 }},
		{"another shape", "kanban: [1, 2]", func(l *limits) bool { return l.threshold == 2 }},
		{"decomposer off", "kanban: {auto_decompose: false}\nauxiliary: {triage_specifier: {model: small}}", func(l *limits) bool { return l.slot == "" }},
		{"a model by name and provider", "model: {name: big, provider: acme}", func(l *limits) bool { return l.slot == "" }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l, err := parseLimits([]byte(c.config))
			must(t, err)
			if !c.check(l) {
				t.Errorf("the limits are %+v", l)
			}
		})
	}
	if limitsFrom(nil).known {
		t.Error("defaults count as a configuration")
	}
}

func TestConfigIsARegularFile(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "other.yaml"), []byte("kanban: {failure_limit: 5}"), 0o600))
	must(t, os.Symlink("other.yaml", filepath.Join(dir, configName)))
	c := config{path: filepath.Join(dir, configName)}
	if _, err := c.load(); err == nil {
		t.Error("a symbolic link is read")
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("kanban: {failure_limit: 5, diagnostics: {crash_threshold: .inf}}"))
	f.Add([]byte("model: {default: 3, provider: x}\nauxiliary: []"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := parseLimits(raw)
		if err != nil {
			return
		}
		if l.breaker < 1 || l.cycles < 1 {
			t.Errorf("a limit below one: %+v", l)
		}
		for _, n := range []float64{l.threshold, l.crashes, l.stuckHours, l.cycleWindow, l.stranded} {
			if math.IsNaN(n) {
				t.Errorf("a limit that is no number: %+v", l)
			}
		}
	})
}

func TestSpanOfASetting(t *testing.T) {
	longest := math.MaxInt64 / time.Second * time.Second
	for value, want := range map[float64]time.Duration{
		0: 0, 0.5: time.Second / 2, 1800: 30 * time.Minute, 9.3e9: longest, math.Inf(1): longest, -1: -time.Second,
	} {
		if got := span(value); got != want {
			t.Errorf("%v seconds are %v, not %v", value, got, want)
		}
	}
	// A window that no duration can hold is still one.
	in := subject{status: stBlocked, events: []model.Event{
		did(evBlocked, 9*time.Hour), did(evUnblocked, 8*time.Hour), did(evBlocked, 7*time.Hour), did(evUnblocked, 6*time.Hour),
		did(evBlocked, 5*time.Hour), did(evUnblocked, 4*time.Hour), did(evBlocked, 3*time.Hour),
	}}.input()
	r := recordOf(in.Case)
	r.limits = limitsFrom(map[string]any{"kanban": map[string]any{"diagnostics": map[string]any{"block_cycle_window_seconds": 1e12}}})
	seen := blockUnblockCycling(in, r)
	if seen.Finding == nil || strings.Contains(seen.Finding.Message, "-") {
		t.Errorf("a window of 1e12 seconds: %+v", seen)
	}
}

// A configuration that cannot be read is told for as long as it is there, not once.
func TestABrokenConfigurationStaysAnError(t *testing.T) {
	c := config{path: filepath.Join(t.TempDir(), configName)}
	must(t, os.WriteFile(c.path, []byte("kanban: ["), 0o600))
	for look := range 3 {
		if _, err := c.load(); err == nil {
			t.Errorf("look %d: a file that is no YAML is no error", look)
		}
	}
	must(t, os.WriteFile(c.path, []byte("kanban: {failure_limit: 7}"), 0o600))
	if changed, err := c.load(); !changed || err != nil || c.limits.breaker != 7 {
		t.Errorf("mended: changed %v, %+v, %v", changed, c.limits, err)
	}
	must(t, os.Remove(c.path))
	if changed, err := c.load(); !changed || err != nil {
		t.Errorf("removed: changed %v, %v", changed, err)
	}
}
