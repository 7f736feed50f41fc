package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"notdone/classify/text"
)

// tables returns a copy of the tables, to be written.
func tables(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../phrases")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRun(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	model, sum := filepath.Join(dir, "model.bin"), filepath.Join(dir, "model.sha256")
	var out strings.Builder
	if err := run(&out, paths{own: "own/first.jsonl", out: model, sum: sum, tables: tables(t)}); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := text.ParseWeights(file); err != nil {
		t.Error(err)
	}
	recorded, err := os.ReadFile(sum)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x  model.bin\n", sha256.Sum256(file)); string(recorded) != want {
		t.Errorf("recorded %q, want %q", recorded, want)
	}
	if !strings.Contains(out.String(), string(recorded)) {
		t.Errorf("printed %q", out.String())
	}
}

// TestNothingIsWrittenWithoutMessages checks that the shipped model is not
// replaced where the labelled messages are not at hand.
func TestNothingIsWrittenWithoutMessages(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	model := filepath.Join(dir, "model.bin")
	if err := run(&strings.Builder{}, paths{own: "own/first.jsonl", more: filepath.Join(dir, "none"), out: model, sum: filepath.Join(dir, "sums"), tables: tables(t)}); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(model); !os.IsNotExist(err) {
		t.Errorf("a model was written: %v", err)
	}
}
