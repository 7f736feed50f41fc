package export_test

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"notdone/model"
	"notdone/ui/export"
)

func readCSV(t *testing.T, r *model.Row) map[string]string {
	t.Helper()
	line, err := export.CSVRow(r)
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(bytes.NewReader(append(export.CSVHead(), line...))).ReadAll()
	if err != nil || len(all) != 2 {
		t.Fatalf("%d lines, %v", len(all), err)
	}
	said := map[string]string{}
	for i, name := range all[0] {
		said[name] = all[1][i]
	}
	return said
}

func TestCSV(t *testing.T) {
	t.Parallel()
	got := readCSV(t, full())
	for name, want := range map[string]string{
		"state": "false-done", "id": "side/t_1", "title": "Renew <it> & go", "severity": "error", "finding": "it reports an obstacle",
		"obstacle_kind": "access", "obstacle": "cannot reach it", "wish": "renew it", "cost_usd": "0.5", "attempts": "2", "updated": "2026-03-14T12:02:00Z",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	if empty := readCSV(t, &model.Row{}); empty["cost_usd"] != "" || empty["severity"] != "" || empty["obstacle"] != "" || empty["created"] != "" {
		t.Errorf("what is unknown is %v", empty)
	}
}

// No cell is a formula, and none holds what a terminal would obey.
func TestCSVIsHarmless(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"=1+1", "+cmd", "-2+3", "@SUM(A1)", "|calc", "\t=1", "a\x1b]52;c;aGk=\ab\u202e", "two\nlines, \"quoted\"", "\ufeff=1"} {
		got := readCSV(t, &model.Row{Task: model.Task{Title: bad}})["title"]
		if strings.ContainsAny(got, "\x1b\a\n\t\u202e") || strings.ContainsRune("=+-@|\t", rune(got[0])) {
			t.Errorf("%q became %q", bad, got)
		}
	}
}
