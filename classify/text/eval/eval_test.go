package main

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ownFile = "../train/own/first.jsonl"

func TestWilson(t *testing.T) {
	t.Parallel()
	// The intervals of Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
	for _, c := range []struct {
		n, of     int
		low, high float64
	}{{81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0, 0.1611}, {1, 29, 0.0061, 0.1718}} {
		low, high := wilson(c.n, c.of)
		if math.Abs(low-c.low) > 5e-5 || math.Abs(high-c.high) > 5e-5 {
			t.Errorf("%d of %d: %.4f-%.4f, want %.4f-%.4f", c.n, c.of, low, high, c.low, c.high)
		}
	}
	if low, high := wilson(0, 0); low != 0 || high != 1 {
		t.Errorf("of nothing: %v-%v", low, high)
	}
}

func TestTally(t *testing.T) {
	t.Parallel()
	var c tally
	for range 3 {
		c.add(true, true)
	}
	c.add(true, false)
	c.add(false, true)
	for range 4 {
		c.add(false, false)
	}
	for name, got := range map[string][2]float64{
		"F1": {c.f1(), 0.75}, "balanced": {c.balanced(), 0.775},
	} {
		if math.Abs(got[0]-got[1]) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, got[0], got[1])
		}
	}
}

func TestBaselines(t *testing.T) {
	t.Parallel()
	for message, want := range map[string][2]bool{
		"I don’t have access to it.":      {true, false},
		"I'm sorry, but I can't do that.": {false, true},
		"All done.":                       {false, false},
	} {
		if five, refusal := containsAny(message, fivePhrases), containsAny(message, refusalPhrases); five != want[0] || refusal != want[1] {
			t.Errorf("%q: %v, %v", message, five, refusal)
		}
	}
}

// TestReport checks that everything that is promised is printed.
func TestReport(t *testing.T) {
	if testing.Short() {
		t.Skip("it learns and reads as the tests of those packages do, which the race detector watches")
	}
	t.Parallel()
	var out strings.Builder
	if err := run(&out, options{file: ownFile, own: ownFile}); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		"agent messages", "all messages", "hard negatives", "hard positives", "by source", "by label", "rules alone", "without vectors", "style never seen", "overlaps the expected one",
		"five phrases", "refusal list", "majority", "expected calibration error", "scored 0.9 and more",
	} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("the report has no %q", part)
		}
	}
}

// TestMisses checks that what is listed as wrong is what the report counts.
func TestMisses(t *testing.T) {
	t.Parallel()
	examples := []learn.Example{
		{Text: "Merged, and all tests pass.", Label: text.LabelBlocked, Name: "blocked", Source: "a", Task: "1"},
		{Text: "Merged, and all tests pass.", Label: text.LabelDone, Name: "done", Source: "a", Task: "2"},
	}
	samples := learn.PrepareSamples(examples)
	var out strings.Builder
	r := report{out: &out, samples: samples, all: samples}
	r.misses()
	if got := strings.Count(out.String(), "Merged"); got > 1 {
		t.Errorf("%d of two equal messages of different labels are wrong:\n%s", got, out.String())
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	if err := run(&out, options{own: ownFile}); !errors.Is(err, errUsage) {
		t.Errorf("no file: %v", err)
	}
	if err := run(&out, options{file: filepath.Join(t.TempDir(), "none"), own: ownFile}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
