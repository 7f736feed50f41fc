package queue

import (
	"database/sql"
	"fmt"
	"slices"
	"testing"

	"notdone/source"
)

// TestTitled: tasks are found by their titles in parts, each once, whatever the case of the text
// and whatever is special in a pattern.
func TestTitled(t *testing.T) {
	path, db := newFile(t)
	add := func(id, title string) {
		execSQL(t, db, `INSERT INTO tasks (id, title) VALUES (?, ?)`, id, title)
	}
	execSQL(t, db, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
		INSERT INTO tasks (id, title) SELECT 'm' || i, 'Mend lamp ' || i FROM n`)
	add("percent", `Raise it by 50% or \half`)
	add("blank", "")
	add("line", "Rename mend_it")
	execSQL(t, db, `DELETE FROM tasks WHERE id = 'm7'`)
	s := openQueue(t, path).(source.Titler)
	for _, c := range []struct {
		text string
		want []string
	}{
		{"50%", []string{"percent"}},
		{`\HALF`, []string{"percent"}},
		{"d_i", []string{"line"}},
		{"lamp 1200", []string{"m1200"}},
		{"lamp 119", []string{"m1199", "m1198", "m1197", "m1196", "m1195", "m1194", "m1193", "m1192", "m1191", "m1190", "m119"}},
		{"nothing of it", nil},
	} {
		if got := titledAll(t, s, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q is in the titles of %q, want %q", c.text, got, c.want)
		}
	}
	if got := titledAll(t, s, "MEND"); len(got) != 1200 || len(slices.Compact(slices.Sorted(slices.Values(got)))) != 1200 {
		t.Errorf("%d tasks are found", len(got))
	}
	if _, _, err := s.Titled(t.Context(), "x", "elsewhere"); err == nil {
		t.Error("a cursor of another kind is taken")
	}
}

// TestTitledOfManyRows: where few titles have the text, the rows are looked at in parts.
func TestTitledOfManyRows(t *testing.T) {
	path, db := newFile(t)
	many(t, db, 45_000)
	s := openQueue(t, path).(source.Titler)
	ids, next, err := s.Titled(t.Context(), "number 1.", "")
	if err != nil || len(ids) > 0 || next == "" {
		t.Errorf("at first %q, next %q, %v", ids, next, err)
	}
	if got := titledAll(t, s, "number 1."); !slices.Equal(got, []string{"n1"}) {
		t.Errorf("it finds %q", got)
	}
}

func many(t *testing.T, db *sql.DB, n int) {
	t.Helper()
	execSQL(t, db, fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO tasks (id, title) SELECT 'n' || i, 'number ' || i || '.' FROM n`, n))
}

// titledAll returns what all calls together return.
func titledAll(t *testing.T, s source.Titler, text string) (all []string) {
	t.Helper()
	for next, first := source.Cursor(""), true; first || next != ""; first = false {
		ids, after, err := s.Titled(t.Context(), text, next)
		if err != nil {
			t.Fatal(err)
		}
		all, next = append(all, ids...), after
	}
	return all
}
