package hermes

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// limits are the thresholds that a board's owner configured, or Hermes' own
// defaults. They are read once for all boards of a root and never changed.
type limits struct {
	known   bool // a config.yaml was read
	breaker int  // failures in a row at which the dispatcher gives up

	failures  int     // repeated-failures
	crashGate setting // failures in a row that silence repeated-crashes
	crashes   setting // repeated-crashes
	// The first two of a release whose threshold did not follow the breaker.
	oldFailures  int
	oldCrashGate setting
	stuckHours   setting   // stuck-in-blocked
	cycles       int       // block-unblock-cycling
	cycleWindow  setting   // seconds
	stranded     setting   // stranded-in-ready, seconds
	triage       triageAux // triage-aux-unavailable
}

// setting is one number of the configuration. One that Python could not
// convert makes Hermes' rule fail, and a rule that fails is skipped (hermes
// kanban_diagnostics.py, compute_task_diagnostics).
type setting struct {
	value  float64
	broken bool
}

// span is a setting of seconds as a duration, the longest there is where the
// setting is longer than that.
func (s setting) span() time.Duration {
	if s.value >= math.MaxInt64/float64(time.Second) {
		return math.MaxInt64
	}
	return time.Duration(s.value * float64(time.Second))
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

	var limit any = defaultFailureLimit
	if v, ok := kanban["failure_limit"]; ok {
		limit = v
	}
	l := &limits{known: config != nil, breaker: positive(limit, defaultFailureLimit)}
	if v, ok := diag["failure_limit"]; ok {
		limit = v
	}
	threshold := limit
	if v, ok := diag["failure_threshold"]; ok {
		threshold = v
	} else if _, ok := diag["spawn_failure_threshold"]; ok {
		// The old key only stops the breaker's limit from being used: Hermes
		// merges a default for the new key in before it looks for the old one.
		threshold = defaultFailureLimit
	}
	l.failures = positive(threshold, fallbackFailures)
	l.crashGate = whole(threshold)
	old := or(diag, "failure_threshold", oldFailureThreshold)
	l.oldFailures, l.oldCrashGate = positive(old, oldFailureThreshold), whole(old)
	l.crashes = whole(or(diag, "crash_threshold", defaultCrashes))
	l.stuckHours = real(or(diag, "blocked_stale_hours", defaultStuckHours))
	l.cycles = positive(diag["block_cycle_threshold"], defaultCycles)
	l.cycleWindow = real(or(diag, "block_cycle_window_seconds", defaultCycleWindow))
	l.stranded = real(or(diag, "stranded_threshold_seconds", defaultStranded))

	aux := section(config, "auxiliary")
	l.triage = triageAux{
		auto:       truth(or(kanban, "auto_decompose", true)),
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

func or(m map[string]any, key string, otherwise any) any {
	if v, ok := m[key]; ok {
		return v
	}
	return otherwise
}

// real converts as Python's float does.
func real(v any) setting {
	switch x := v.(type) {
	case int:
		return setting{value: float64(x)}
	case float64:
		return setting{value: x, broken: math.IsNaN(x)}
	case bool:
		if x {
			return setting{value: 1}
		}
		return setting{}
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(x), 64)
		return setting{value: f, broken: err != nil || math.IsNaN(f)}
	}
	return setting{broken: true}
}

// whole converts as Python's int does: towards zero, and a text only if it is
// written as a whole number.
func whole(v any) setting {
	if s, ok := v.(string); ok {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		return setting{value: float64(n), broken: err != nil}
	}
	s := real(v)
	s.broken = s.broken || math.IsInf(s.value, 0)
	s.value = math.Trunc(s.value)
	return s
}

func positive(v any, otherwise int) int {
	s := whole(v)
	if s.broken || s.value < 1 || s.value > math.MaxInt32 {
		return otherwise
	}
	return int(s.value)
}

func truth(v any) bool {
	switch x := v.(type) {
	case nil:
		return false
	case bool:
		return x
	case string:
		return x != ""
	}
	s := real(v)
	return s.broken || s.value != 0
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
		if truth(m[key]) {
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
