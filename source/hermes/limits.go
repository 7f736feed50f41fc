package hermes

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// limits are the thresholds that a board's owner configured, or Hermes' own
// defaults. They are read once for all boards of a root and never changed.
type limits struct {
	known   bool     // a config.yaml was read
	wrong   []string // keys whose values are no numbers, for which Hermes' defaults hold
	breaker int      // failures in a row at which the dispatcher gives up

	failures  int     // repeated-failures
	crashGate float64 // failures in a row that silence repeated-crashes
	crashes   float64 // repeated-crashes
	// The first two of a release whose threshold did not follow the breaker.
	oldFailures  int
	oldCrashGate float64
	stuckHours   float64   // stuck-in-blocked
	cycles       int       // block-unblock-cycling
	cycleWindow  float64   // seconds
	stranded     float64   // stranded-in-ready, seconds
	triage       triageAux // triage-aux-unavailable
}

// span is a number of seconds as a duration, the longest there is where the number
// is greater than that.
func span(seconds float64) time.Duration {
	if seconds >= math.MaxInt64/float64(time.Second) {
		return math.MaxInt64
	}
	return time.Duration(seconds * float64(time.Second))
}

// triageAux says which models could take a task out of triage.
type triageAux struct {
	auto, decomposer, specifier, mainModel bool
}

// usable reports whether the model slot that the dispatcher would use works.
func (t triageAux) usable() bool {
	if t.mainModel {
		return true
	}
	if t.auto {
		return t.decomposer
	}
	return t.specifier
}

// Defaults of Hermes (hermes kanban_diagnostics.py, DEFAULT_CONFIG, and
// kanban_db.py, DEFAULT_FAILURE_LIMIT).
const (
	defaultFailureLimit = 2
	defaultCrashes      = 2
	defaultStuckHours   = 24
	defaultCycles       = 3
	defaultCycleWindow  = 24 * 3600
	defaultStranded     = 30 * 60
	fallbackFailures    = 3 // for a failure threshold that is no positive number
	oldFailureThreshold = 3
)

func defaultLimits() *limits { return limitsFrom(nil) }

// limitsFrom derives the thresholds from the whole configuration the way
// Hermes does; nil stands for a configuration that nobody has read.
func limitsFrom(config map[string]any) *limits {
	kanban := section(config, "kanban")
	diag := section(kanban, "diagnostics")

	l := &limits{known: config != nil}
	limit := l.number(kanban, "failure_limit", defaultFailureLimit)
	l.breaker = positive(limit, defaultFailureLimit)
	threshold := l.number(diag, "failure_limit", limit)
	if _, ok := diag["spawn_failure_threshold"]; ok {
		// The old key only stops the breaker's limit from being used: Hermes
		// merges a default for the new key in before it looks for the old one.
		threshold = defaultFailureLimit
	}
	threshold = l.number(diag, "failure_threshold", threshold)
	l.failures, l.crashGate = positive(threshold, fallbackFailures), math.Trunc(threshold)
	old := l.number(diag, "failure_threshold", oldFailureThreshold)
	l.oldFailures, l.oldCrashGate = positive(old, oldFailureThreshold), math.Trunc(old)
	l.crashes = math.Trunc(l.number(diag, "crash_threshold", defaultCrashes))
	l.stuckHours = l.number(diag, "blocked_stale_hours", defaultStuckHours)
	l.cycles = positive(l.number(diag, "block_cycle_threshold", defaultCycles), defaultCycles)
	l.cycleWindow = l.number(diag, "block_cycle_window_seconds", defaultCycleWindow)
	l.stranded = l.number(diag, "stranded_threshold_seconds", defaultStranded)
	slices.Sort(l.wrong)
	l.wrong = slices.Compact(l.wrong)

	aux := section(config, "auxiliary")
	l.triage = triageAux{
		auto:       truth(kanban, "auto_decompose", true),
		decomposer: explicit(section(aux, "kanban_decomposer")),
		specifier:  explicit(section(aux, "triage_specifier")),
		mainModel:  mainModel(config["model"]),
	}
	return l
}

func section(m map[string]any, key string) map[string]any {
	s, _ := m[key].(map[string]any)
	return s
}

// number reads a number, or a text that is one.
func (l *limits) number(m map[string]any, key string, otherwise float64) float64 {
	v, ok := m[key]
	if !ok {
		return otherwise
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(v)), 64)
	if err != nil || math.IsNaN(f) {
		l.wrong = append(l.wrong, key)
		return otherwise
	}
	return f
}

func positive(n float64, otherwise int) int {
	if n < 1 || n > math.MaxInt32 {
		return otherwise
	}
	return int(n)
}

// truth is whether Python takes a value for true.
func truth(m map[string]any, key string, otherwise bool) bool {
	switch x, ok := m[key]; x := x.(type) {
	case nil:
		return otherwise && !ok
	case bool:
		return x
	case string:
		return x != ""
	case int:
		return x != 0
	case float64:
		return x != 0
	}
	return true
}

// explicit reports whether somebody chose a model for an auxiliary slot.
func explicit(slot map[string]any) bool {
	if p := strings.ToLower(word(slot["provider"])); p != "" && p != "auto" {
		return true
	}
	return word(slot["model"]) != "" || word(slot["base_url"]) != "" || word(slot["api_key"]) != ""
}

func mainModel(v any) bool {
	m, ok := v.(map[string]any)
	if !ok {
		return word(v) != ""
	}
	for _, key := range []string{"default", "model", "name"} {
		if truth(m, key, false) {
			return word(m[key]) != "" && word(m["provider"]) != ""
		}
	}
	return false
}

// word is the text that a scalar of the configuration stands for.
func word(v any) string {
	switch x := v.(type) {
	case string:
		return strings.TrimSpace(x)
	case int:
		return strconv.Itoa(x)
	}
	return ""
}
