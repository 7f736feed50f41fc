package cli

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"notdone/model"
	"notdone/source/journal"
)

func TestACommandThatWasRunIsTold(t *testing.T) {
	j, err := journal.Open(filepath.Join(t.TempDir(), "journal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := j.BeginCommand(t.Context(), model.Ref{Queue: "/q.db", ID: "t1"}, "", "anna", journal.Command{Argv: []string{"touch", "a b\x1b[2J"}})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.EndCommand(t.Context(), e, "exit status 3"); err != nil {
		t.Fatal(err)
	}
	all, err := j.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, asJSON := range []bool{false, true} {
		var b bytes.Buffer
		out := newOutput(&b)
		if err := errors.Join(printEntries(out, all, nil, 0, asJSON), out.flush()); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"run", "touch", "t1", "anna", "exit status 3", e.ID} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("without %q: %s", want, b.String())
			}
		}
		if strings.Contains(b.String(), "\x1b") {
			t.Errorf("%q", b.String())
		}
	}
	if all[0].Stands() {
		t.Error("undo would take it back")
	}
	tgt := undoTarget(nil, &all[0], "")
	p, err := tgt.plan(t.Context())
	if err != nil || !strings.Contains(p.Refused, "cannot undo it") {
		t.Errorf("its undo: %q, %v", p.Refused, err)
	}
}
