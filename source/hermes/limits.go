package hermes

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"notdone/source/tail"
)

// limits are the thresholds that a board's owner configured, or Hermes' own
// defaults (hermes kanban_diagnostics.py, DEFAULT_CONFIG, and kanban_db.py,
// DEFAULT_FAILURE_LIMIT). They are shared by all boards of a root and never changed.
type limits struct {
	known   bool     // a config.yaml was read
	wrong   []string // keys whose values are no numbers, for which Hermes' defaults hold
	breaker int      // failures in a row at which the dispatcher gives up

	threshold    float64 // repeated-failures; below it repeated-crashes looks
	oldThreshold float64 // the same of a release in which it did not follow the breaker
	crashes      float64 // repeated-crashes
	stuckHours   float64 // stuck-in-blocked
	cycles       int     // block-unblock-cycling
	cycleWindow  float64 // seconds
	stranded     float64 // stranded-in-ready, seconds
	slot         string  // triage-aux-unavailable: the key of the model that could take a task out of triage; empty: there is one
}

const (
	defaultFailureLimit = 2
	fallbackFailures    = 3 // for a failure threshold that is no positive number
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

// span is a number of seconds as a duration, of 292 years at most.
func span(seconds float64) time.Duration {
	return time.Duration(min(seconds, float64(math.MaxInt64/time.Second)) * float64(time.Second))
}

// truth is whether Python takes a value for true.
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

// config is the configuration file of a Hermes root and what was read of it.
type config struct {
	path   string
	seen   os.FileInfo // nil while there is none
	limits *limits
}

// load reads the file again if it changed and reports whether the limits may
// now be others. Without a file Hermes' defaults hold; a file that cannot be
// understood is an error, and what was known before stays.
func (c *config) load() (changed bool, err error) {
	info, err := os.Lstat(c.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if changed = c.seen != nil || c.limits == nil; changed {
			c.seen, c.limits = nil, defaultLimits()
		}
		return changed, nil
	case err != nil:
		return false, fmt.Errorf("cannot look at the Hermes configuration: %w", err)
	case c.seen != nil && os.SameFile(c.seen, info) && c.seen.ModTime().Equal(info.ModTime()) && c.seen.Size() == info.Size():
		return false, nil
	}
	c.seen = info
	f, err := tail.OpenBeneath(filepath.Dir(c.path), filepath.Base(c.path))
	if err != nil {
		return false, fmt.Errorf("cannot open the Hermes configuration: %w", err)
	}
	defer func() { _ = f.Close() }()                 // only read
	raw, err := io.ReadAll(io.LimitReader(f, 1<<20)) // bytes of what may be any file
	if err != nil {
		return false, fmt.Errorf("cannot read the Hermes configuration: %w", err)
	}
	values, err := parseConfig(raw)
	if err == nil {
		c.limits = limitsFrom(values)
	}
	return err == nil, err
}

// parseConfig understands the text of a configuration. An empty one is a
// configuration that sets nothing.
func parseConfig(raw []byte) (map[string]any, error) {
	values := map[string]any{}
	if err := yaml.Unmarshal(raw, &values); err != nil {
		return nil, fmt.Errorf("cannot understand the Hermes configuration: %w", err)
	}
	if values == nil {
		values = map[string]any{}
	}
	return values, nil
}
