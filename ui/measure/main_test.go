package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestTally counts what a program that warns of one file says of labelled logs.
func TestTally(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("expected.jsonl", `{"file":"good.jsonl","label":"done"}
{"file":"bad.jsonl","label":"blocked"}
{"file":"live.jsonl","label":"running"}
`, 0o600)
	program := write("notdone", `#!/bin/sh
echo '{"findings":[{"rule":"loud","severity":"warning"},{"rule":"quiet","severity":"info"}]}'
case "$4" in */bad.jsonl) echo '{"findings":[{"rule":"sure","severity":"error"}]}'; exit 1;; esac
`, 0o700)
	var out bytes.Buffer
	if err := run(t.Context(), &out, program, []string{dir}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "loud\t1\t1\nsure\t1\t0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLoadRuns(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "expected.json"), []byte(`{"runs":[{"paths":["a"],"status":"done"},{"paths":["b"],"status":"suspected_false_done"},{"paths":["c"],"status":"active"}]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	logs, err := load(dir)
	if err != nil || len(logs) != 2 || !logs[0].done || logs[1].done || logs[1].path != filepath.Join(dir, "b") {
		t.Errorf("%+v, %v", logs, err)
	}
}
