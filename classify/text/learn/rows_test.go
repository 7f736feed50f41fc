package learn_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"notdone/classify/text"
	"notdone/classify/text/learn"
)

const tables = "../phrases"

// TestRecordsAreOfThisReading checks that what stands beside the rows of the
// tables about our own examples is what the reading of today makes of them, and
// that a row that no example has stands in the reserve.
func TestRecordsAreOfThisReading(t *testing.T) {
	if testing.Short() {
		t.Skip("reading all examples takes the race detector a minute")
	}
	t.Parallel()
	samples, err := learn.LoadSamples(ownFolder, "")
	if err != nil {
		t.Fatal(err)
	}
	own, _ := learn.CountRecords(samples)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables)); err != nil {
		t.Fatal(err)
	}
	if err := learn.WriteRecords(dir, own, nil); err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		got, err := os.ReadFile(filepath.Join(tables, name))
		if err != nil {
			return err
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" {
			t.Errorf("%s: run go run ./classify/text/train (-want +got):\n%s", name, diff)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestRowsMove checks that a row without an example goes to the reserve of its
// file and that one with an example leaves it, whatever stood beside it before.
func TestRowsMove(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(tables)); err != nil {
		t.Fatal(err)
	}
	rows := text.Rows()
	name := rows[0].File
	own, others := make([]learn.Record, len(rows)), make([]learn.Record, len(rows))
	first, found := 0, false
	for i, row := range rows {
		if row.File == name && !found {
			first, found = i, true
			others[i] = learn.Record{Right: 10, Hits: 11}
		}
	}
	if err := learn.WriteRecords(dir, own, others); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(tables, name))
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	row, _, _ := strings.Cut(strings.Split(string(before), "\n")[rows[first].Line-1], "  # ")
	main, reserve, ok := strings.Cut(string(after), "\n# Reserve: no example has these.\n")
	if !ok || !strings.Contains(main, "\n"+row+"  # 0/0 10/11\n") || strings.Count(main, "  # ") != 1 {
		t.Errorf("the measured row %q does not stand alone before the reserve:\n%s", row, main)
	}
	for line := range strings.Lines(reserve) {
		if strings.Contains(line, "  # ") || strings.HasPrefix(line, row+"\n") {
			t.Errorf("in the reserve stands %q", line)
		}
	}
}
