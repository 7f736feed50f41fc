package hermes

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"notdone/source/logsource"
)

// limits are the thresholds that a board's owner configured, or Hermes' own
// defaults (hermes kanban_diagnostics.py, DEFAULT_CONFIG, and kanban_db.py,
// DEFAULT_FAILURE_LIMIT). They are shared by all boards of a root and never changed.
type limits struct {
	known   bool     // a config.yaml was read
	wrong   []string // keys with values that are not numbers: Hermes uses its defaults for them
	breaker int      // consecutive failures after which the dispatcher gives up

	// Each of these belongs to the diagnostic of Hermes that the comment names.
	threshold    float64 // repeated-failures; with fewer failures repeated-crashes applies
	oldThreshold float64 // repeated-failures in releases whose threshold is independent of the breaker
	crashes      float64 // repeated-crashes
	stuckHours   float64 // stuck-in-blocked
	cycles       int     // block-unblock-cycling
	cycleWindow  float64 // block-unblock-cycling, in seconds
	stranded     float64 // stranded-in-ready, in seconds
	slot         string  // triage-aux-unavailable: the key of the model that triage lacks; empty: none is lacking
}

const (
	defaultFailureLimit = 2
	fallbackFailures    = 3 // for a failure threshold that is no positive number
)

// parseLimits derives the thresholds from the YAML of a configuration. An empty file is a
// configuration that sets nothing.
func parseLimits(raw []byte) (*limits, error) {
	var values map[string]any
	if err := yaml.Unmarshal(raw, &values); err != nil {
		return nil, fmt.Errorf("cannot understand the Hermes configuration: %w", err)
	}
	l := limitsFrom(values)
	l.known = true // an empty file is nil, too
	return l, nil
}

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
	l.threshold = l.number(diag, "failure_threshold", threshold)
	l.oldThreshold = l.number(diag, "failure_threshold", fallbackFailures)
	l.crashes = math.Trunc(l.number(diag, "crash_threshold", 2))
	l.stuckHours = l.number(diag, "blocked_stale_hours", 24)
	l.cycles = positive(l.number(diag, "block_cycle_threshold", 3), 3)
	l.cycleWindow = l.number(diag, "block_cycle_window_seconds", 24*3600)
	l.stranded = l.number(diag, "stranded_threshold_seconds", 30*60)
	l.wrong = slices.Compact(slices.Sorted(slices.Values(l.wrong)))

	slot := "triage_specifier"
	if truth(kanban, "auto_decompose", true) {
		slot = "kanban_decomposer"
	}
	if !mainModel(config["model"]) && !explicit(section(section(config, "auxiliary"), slot)) {
		l.slot = "auxiliary." + slot
	}
	return l
}

// section returns the table of a key; nil, which may be read, if there is none.
func section(m map[string]any, key string) map[string]any {
	s, _ := m[key].(map[string]any)
	return s
}

// number returns the number of a key, which the file may write as text; otherwise when the key
// is not set. A value that is not a number is added to wrong.
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

// positive returns n as a whole number, or otherwise if n is less than 1 or too large.
func positive(n float64, otherwise int) int {
	if n < 1 || n > math.MaxInt32 {
		return otherwise
	}
	return int(n)
}

// span returns a number of seconds as a duration, capped at 292 years.
func span(seconds float64) time.Duration {
	return time.Duration(min(seconds, float64(math.MaxInt64/time.Second)) * float64(time.Second))
}

// truth reports whether the value of a key is true in Python; otherwise when it is not set. An
// empty list or table counts as true: no setting that is read so is one.
func truth(m map[string]any, key string, otherwise bool) bool {
	v, ok := m[key]
	if !ok {
		return otherwise
	}
	return v != nil && v != false && v != "" && v != 0 && v != 0.0
}

// explicit reports whether somebody chose a model for an auxiliary slot.
func explicit(slot map[string]any) bool {
	provider := strings.ToLower(word(slot["provider"]))
	return provider != "" && provider != "auto" || word(slot["model"])+word(slot["base_url"])+word(slot["api_key"]) != ""
}

// mainModel reports whether the setting "model" names a model, and if it is a table a provider.
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

// word returns a string or an integer of the configuration as text; "" for any other value.
func word(v any) string {
	switch x := v.(type) {
	case string:
		return strings.TrimSpace(x)
	case int:
		return strconv.Itoa(x)
	}
	return ""
}

// config is the configuration file of a Hermes root and what was read of it.
type config struct {
	path   string
	seen   os.FileInfo // the file that was read last; nil while none was
	err    error       // why that file cannot be understood
	limits *limits     // Hermes' defaults before the first load
}

// maxConfig is the size in bytes of the largest configuration that is read.
const maxConfig = 1 << 20

// load reads the file if it changed since the last call, and reports whether the limits
// changed. Without a file they are Hermes' defaults. While the file cannot be read or
// understood, every call returns the error, and the limits stay as they were.
func (c *config) load() (changed bool, err error) {
	info, err := os.Lstat(c.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if changed = c.seen != nil; changed {
			c.seen, c.err, c.limits = nil, nil, limitsFrom(nil)
		}
		return changed, nil
	case err != nil:
		return false, fmt.Errorf("cannot stat the Hermes configuration: %w", err)
	case c.seen != nil && os.SameFile(c.seen, info) && c.seen.ModTime().Equal(info.ModTime()) && c.seen.Size() == info.Size():
		return false, c.err
	}
	raw, err := logsource.Head(filepath.Dir(c.path), filepath.Base(c.path), maxConfig+1)
	if err != nil {
		return false, fmt.Errorf("cannot read the Hermes configuration: %w", err)
	}
	var l *limits
	if c.seen = info; len(raw) > maxConfig {
		c.err = fmt.Errorf("cannot understand the Hermes configuration: it has more than %d KiB", maxConfig>>10)
	} else if l, c.err = parseLimits(raw); c.err == nil {
		c.limits = l
	}
	return c.err == nil, c.err
}
