package hermes

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestLimits(t *testing.T) {
	cases := []struct {
		name, config string
		check        func(l *limits) bool
	}{
		{"defaults", "", func(l *limits) bool {
			return l.known && l.breaker == 2 && l.failures == 2 && l.crashes.value == 2 && l.stuckHours.value == 24 &&
				l.cycles == 3 && l.cycleWindow.value == 86400 && l.stranded.value == 1800
		}},
		{"the breaker's limit", "kanban: {failure_limit: 5}", func(l *limits) bool { return l.breaker == 5 && l.failures == 5 && l.crashGate.value == 5 }},
		{"a threshold of its own", "kanban: {failure_limit: 5, diagnostics: {failure_threshold: 3}}", func(l *limits) bool { return l.breaker == 5 && l.failures == 3 }},
		{"the old key", "kanban: {failure_limit: 5, diagnostics: {spawn_failure_threshold: 9}}", func(l *limits) bool { return l.breaker == 5 && l.failures == 2 }},
		{"no positive number", "kanban: {diagnostics: {failure_threshold: 0}}", func(l *limits) bool { return l.failures == 3 && l.crashGate.value == 0 && !l.crashGate.broken }},
		{"no number at all", "kanban: {diagnostics: {failure_threshold: x, blocked_stale_hours: soon}}", func(l *limits) bool { return l.failures == 3 && l.crashGate.broken && l.stuckHours.broken }},
		{"texts and fractions", `kanban: {diagnostics: {crash_threshold: "4", stranded_threshold_seconds: 90.5, block_cycle_threshold: 2}}`, func(l *limits) bool { return l.crashes.value == 4 && l.stranded.value == 90.5 && l.cycles == 2 }},
		{"another shape", "kanban: [1, 2]", func(l *limits) bool { return l.failures == 2 }},
		{"decomposer off", "kanban: {auto_decompose: false}\nauxiliary: {triage_specifier: {model: small}}", func(l *limits) bool { return !l.triage.auto && l.triage.usable() }},
		{"a model by name and provider", "model: {name: big, provider: acme}", func(l *limits) bool { return l.triage.mainModel }},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			values, err := parseConfig([]byte(c.config))
			must(t, err)
			if l := limitsFrom(values); !c.check(l) {
				t.Errorf("the limits are %+v", l)
			}
		})
	}
	if defaultLimits().known {
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
		values, err := parseConfig(raw)
		if err != nil {
			return
		}
		l := limitsFrom(values)
		if l.breaker < 1 || l.failures < 1 || l.cycles < 1 {
			t.Errorf("a limit below one: %+v", l)
		}
		for _, s := range []setting{l.crashGate, l.crashes, l.stuckHours, l.cycleWindow, l.stranded} {
			if !s.broken && math.IsNaN(s.value) {
				t.Errorf("a limit that is no number: %+v", l)
			}
		}
	})
}
