package source_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/source"
)

func TestChanges(t *testing.T) {
	t.Parallel()
	type row = map[string]any
	images := []source.Image{
		{
			Table: "tasks", Key: row{"id": "t1"},
			Before: row{"id": "t1", "state": "blocked", "answer": nil, "n": int64(1), "cost": 0.5, "blob": []byte("ab"), "other": []byte("ab"), "note": ""},
			After:  row{"id": "t1", "state": "queued", "answer": "", "n": int64(1), "cost": 0.5, "blob": []byte("cd"), "other": []byte("ab"), "note": nil},
		},
		{Table: "links", Key: row{"parent": "a", "child": int64(7)}, After: row{"parent": "a", "child": int64(7), "none": nil}},
		{Table: "jobs", Key: row{"id": int64(3)}, Before: row{"id": int64(3), "error": "boom", "none": nil}},
	}
	want := []source.Change{
		{Table: "tasks", Row: "t1", Column: "answer", OldNull: true},
		{Table: "tasks", Row: "t1", Column: "blob", Old: "2 bytes", New: "2 bytes"},
		{Table: "tasks", Row: "t1", Column: "note", NewNull: true},
		{Table: "tasks", Row: "t1", Column: "state", Old: "blocked", New: "queued"},
		{Table: "links", Row: "7,a", Column: "child", OldNull: true, New: "7", Added: true},
		{Table: "links", Row: "7,a", Column: "parent", OldNull: true, New: "a", Added: true},
		{Table: "jobs", Row: "3", Column: "error", Old: "boom", NewNull: true, Removed: true},
		{Table: "jobs", Row: "3", Column: "id", Old: "3", NewNull: true, Removed: true},
	}
	if diff := cmp.Diff(want, source.Changes(images)); diff != "" {
		t.Error(diff)
	}
	if got := source.Changes(nil); len(got) != 0 {
		t.Errorf("nothing changes %v", got)
	}
}

func TestChangedIsErrChanged(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("queue.db: %w", &source.Changed{Was: "blocked", Now: "queued"})
	if !errors.Is(err, source.ErrChanged) || errors.Is(err, source.ErrNotFound) {
		t.Errorf("%v is told wrongly", err)
	}
	if got := err.Error(); got != "queue.db: changed under you: was blocked, now queued" {
		t.Error(got)
	}
}
