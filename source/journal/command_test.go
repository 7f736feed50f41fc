package journal

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
)

func TestACommandThatWasRunIsKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.jsonl")
	j, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	task := model.Ref{Queue: "/q.db", ID: "t1"}
	ran := Command{Argv: []string{"hermes", "kanban", "unblock\x1b[2J"}, Dir: "/work"}
	e, err := j.BeginCommand(t.Context(), task, "a title", "anna", ran)
	if err != nil {
		t.Fatal(err)
	}
	for _, how := range []string{"", "exit status 3"} {
		if how != "" {
			if err := j.EndCommand(t.Context(), e, how); err != nil {
				t.Fatal(err)
			}
		}
		ran.How = how
		again, err := OpenReadOnly(path)
		if err != nil {
			t.Fatal(err)
		}
		all, err := again.Entries(t.Context())
		if err != nil || len(all) != 1 {
			t.Fatalf("%d entries, %v", len(all), err)
		}
		got := all[0]
		if d := cmp.Diff(&ran, got.Ran); d != "" {
			t.Error(d)
		}
		if got.Outcome != Ran || got.Task != task || got.Request.Actor != "anna" || got.Title != "a title" || got.Undo != "" || got.ID != e.ID {
			t.Errorf("%+v", got)
		}
	}
	// What shortens the journal keeps it.
	kept, err := os.Create(filepath.Join(t.TempDir(), "kept"))
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	if err := j.load(); err != nil {
		t.Fatal(err)
	}
	if err := j.writeEntries(kept); err != nil {
		t.Fatal(err)
	}
	short, err := Open(kept.Name())
	if err != nil {
		t.Fatal(err)
	}
	all, err := short.Entries(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("shortened: %d entries, %v", len(all), err)
	}
	if d := cmp.Diff(&ran, all[0].Ran); d != "" {
		t.Error(d)
	}
	readOnly, err := OpenReadOnly(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readOnly.BeginCommand(t.Context(), task, "", "", ran); err == nil {
		t.Error("a journal that is only read keeps a command")
	}
}
