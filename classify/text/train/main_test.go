package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"notdone/classify/text"
)

func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	model, sums := filepath.Join(dir, "model.bin"), filepath.Join(dir, "model.sha256")
	var out strings.Builder
	if err := run(&out, "own.jsonl", "", model, sums); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := text.ParseWeights(file); err != nil {
		t.Error(err)
	}
	recorded, err := os.ReadFile(sums)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(recorded)), "\n")
	if len(lines) != 2 || lines[0][:64] != lines[1][:64] {
		t.Errorf("from our own examples alone both checksums are one: %q", lines)
	}
	if !strings.Contains(out.String(), lines[0]) {
		t.Errorf("printed %q", out.String())
	}
}

// TestNothingIsWrittenWithoutMessages checks that the shipped model is not
// replaced where the labelled messages are not at hand.
func TestNothingIsWrittenWithoutMessages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	model := filepath.Join(dir, "model.bin")
	if err := run(&strings.Builder{}, "own.jsonl", filepath.Join(dir, "none"), model, filepath.Join(dir, "sums")); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(model); !os.IsNotExist(err) {
		t.Errorf("a model was written: %v", err)
	}
}
