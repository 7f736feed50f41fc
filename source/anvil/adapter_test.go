package anvil

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"notdone/model"
	"notdone/source"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	log := newScript()
	healthy(log)
	coloured := &script{at: began, ansi: true}
	healthy(coloured)
	for _, c := range []struct {
		name, path string
		files      map[string]string
		want       bool
	}{
		{"a checkout", "", map[string]string{".anvil/sessions/s.json": "{}", "server.log": "listening\n"}, true},
		{"Anvil's own folder", ".anvil", map[string]string{".anvil/sessions/s.json": "{}"}, true},
		{"another program's .anvil", "", map[string]string{".anvil/state.json": "{}", "a.log": "listening\n"}, false},
		{"a run", "", map[string]string{"B7.log": log.String(), "B7_result.json": result(0, 0)}, true},
		{"a folder of runs", "", map[string]string{"x/B7.log": log.String(), "y/B7.log": coloured.String()}, true},
		{"runs among other logs", "", map[string]string{"x/B7.log": log.String(), "y/server.log": "listening\n"}, true},
		{"checkouts among other logs", "", map[string]string{"x/.anvil/sessions/s.json": "{}", "server.log": "listening\n"}, true},
		{"other logs", "", map[string]string{"a.log": "started\n", "b.jsonl": `{"type":"user"}` + "\n"}, false},
		{"a log that is about Anvil", "", map[string]string{"a.log": "the line says 2026-04-12T09:00:00Z  INFO anvil::app: turn completed\nanvil error: x\n"}, false},
		{"an empty folder", "", map[string]string{}, false},
		{"a log", "B7.log", map[string]string{"B7.log": log.String()}, true},
		{"a coloured one", "B7.log", map[string]string{"B7.log": coloured.String()}, true},
		{"a note of a run", "B7_result.json", map[string]string{"B7_result.json": result(0, 0)}, true},
		{"another's log", "a.log", map[string]string{"a.log": "started\n"}, false},
		{"no log", "a.go", map[string]string{"a.go": log.String()}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t)
			for rel, content := range c.files {
				b.file(rel, content)
			}
			path := filepath.Join(b.dir, c.path)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			p := &source.Probe{Path: path, Info: info}
			if !info.IsDir() {
				if p.Head, err = os.ReadFile(path); err != nil {
					t.Fatal(err)
				}
			}
			if got, err := Adapter().Detect(t.Context(), p); got != c.want || err != nil {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
}

// What is no plain file is neither read nor waited for.
func TestStrangeFiles(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	log := newScript()
	healthy(log)
	b.file("elsewhere/B8.txt", log.String())
	b.file("in/B7.log", log.String())
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Symlink("../elsewhere/B8.txt", filepath.Join(b.dir, "in/B8.log")))
	must(os.Symlink("../elsewhere", filepath.Join(b.dir, "in/linked")))
	must(syscall.Mkfifo(filepath.Join(b.dir, "in/B9.log"), 0o600))
	b.open("in")
	if c := b.one(); c.Task.ID != "B7" {
		t.Errorf("got %s", c.Task.ID)
	}
	if _, err := Open(t.Context(), filepath.Join(b.dir, "in/B9.log"), source.Options{}); err == nil {
		t.Error("a FIFO was opened")
	}
	if _, err := Open(t.Context(), filepath.Join(b.dir, "missing"), source.Options{}); err == nil {
		t.Error("what is missing was opened")
	}
}

func TestState(t *testing.T) {
	t.Parallel()
	for recorded, want := range map[string]model.State{
		"": model.StateActive, "stopped": model.StateUnknown, "Done": model.StateDone, "Error": model.StateFailed,
		"Interrupted": model.StateFailed, "AwaitingApproval": model.StateBlocked, "blocked": model.StateBlocked,
		"blocked, exit 2": model.StateBlocked, "partial": model.StateDone, "partial, exit 0": model.StateDone,
		"partial, exit 2": model.StateFailed, "complete_verified, exit 0": model.StateDone, "complete_verified, exit 1": model.StateFailed,
		"exit 0": model.StateDone, "exit 124": model.StateFailed, "timeout": model.StateFailed, "completed": model.StateDone,
		"done": model.StateDone, "anvil error": model.StateFailed,
		"session completed": model.StateDone, "exhausted, runner_nonzero_exit": model.StateFailed,
	} {
		if got := state(recorded); got != want {
			t.Errorf("%q is %v, not %v", recorded, got, want)
		}
	}
}
