package infer

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"notdone/model"
	"notdone/source/mapped"
)

// TestTablesOfWords checks what the parsers of the tables take for granted.
func TestTablesOfWords(t *testing.T) {
	roles := map[string]bool{"status": true, "failed": true, "cancelled": true, "done": true, "held": true, "queued": true, "dead": true, "outcome": true}
	for _, r := range mapped.Roles() {
		roles[string(r)] = true
	}
	for _, row := range fields(columnText) {
		role := row[0]
		if i := strings.IndexByte(role, '-'); i > 0 {
			role = role[i+1:]
		}
		if role == "active" || role == "blocked" {
			role = "status"
		}
		if _, err := strconv.ParseFloat(row[1], 64); err != nil || len(row) < 3 || !roles[role] {
			t.Errorf("columns.txt: %q", row)
		}
	}
	kinds := []string{"name", "last", "with", "beside"}
	for _, row := range fields(tableText) {
		if _, err := strconv.ParseFloat(row[1], 64); err != nil || len(row) < 3 || !slices.Contains(kinds, row[0]) {
			t.Errorf("tables.txt: %q", row)
		}
	}
	checkWordTable(t)
	checkMeanings(t)
}

func checkWordTable(t *testing.T) {
	t.Helper()
	seen := map[string]string{}
	for _, row := range fields(wordText) {
		if _, err := model.ParseState(row[0]); err != nil {
			t.Errorf("words.txt: %v", err)
		}
		for _, w := range row[1:] {
			if other := seen[w]; other != "" && other != row[0] && w != "!" {
				t.Errorf("words.txt: %s is %s and %s", w, other, row[0])
			}
			if w != "!" && w != strings.ToLower(w) {
				t.Errorf("words.txt: %s is not in lower case", w)
			}
			seen[w] = row[0]
		}
	}
}

var conditions = []string{
	"begun", "ended", "fresh", "errors", "noerrors", "spent", "due", "results", "run_at", "worker", "own", "stands", "outcome", "alone", "with", "word", "table", "column",
}

func checkMeanings(t *testing.T) {
	t.Helper()
	for _, row := range fields(meaningText) {
		if _, err := model.ParseState(strings.TrimPrefix(row[1], "?")); err != nil {
			t.Errorf("meanings.txt: %q: %v", row, err)
		}
		for _, c := range row[2:] {
			if kind, _, _ := strings.Cut(c, ":"); !slices.Contains(conditions, kind) {
				t.Errorf("meanings.txt: %q: there is no condition %s", row, c)
			}
		}
	}
	for word, rows := range meanings {
		if last := rows[len(rows)-1]; len(last.when) > 0 {
			t.Errorf("meanings.txt: nothing is left for %s when no condition holds", word)
		}
		if len(rows) < 2 && !rows[0].ask {
			t.Errorf("meanings.txt: %s has one meaning, which belongs into words.txt", word)
		}
	}
}

func TestTokens(t *testing.T) {
	for name, want := range map[string]string{
		"created_at": "created_at", "createdAt": "created_at", "CREATED_AT": "created_at", "CreatedAt": "created_at", "runID": "run_id",
		"HTTPStatus": "http_status", "waiting-children": "waiting_children", "In Progress": "in_progress", "_id": "id", "": "", "é": "é",
	} {
		if got := joined(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestTimeStem(t *testing.T) {
	for name, want := range map[string]string{
		"created_at": "created", "date_created": "created", "created_at_epoch_ms": "created", "queued_dttm": "queued", "time": "time",
		"datetime_start": "start", "in_time": "in", "updated": "updated",
	} {
		if got := strings.Join(timeStem(tokens(name)), "_"); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestTableWords(t *testing.T) {
	for name, want := range map[string]string{
		"tasks": "task", "batch_entries": "batch_entry", "TaskResult": "task result", "taskresult": "task_result", "jobqueue": "job_queue",
		"statuses": "statuse", "processes": "process", "worker": "worker", "status": "status", "boxes": "box",
	} {
		if got := strings.Join(tableWords(name), "_"); got != strings.ReplaceAll(want, " ", "_") {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestPlainState(t *testing.T) {
	for word, want := range map[string]string{
		"COMPLETED": "done", "In Progress": "active", "inProgress": "active", "inprogress": "active", "timed-out": "failed", "TimedOut": "failed",
		"MAX_TRIES_EXCEEDED": "failed", "waiting_for_review": "blocked", "payment_failed": "failed", "Enqueued": "queued", "up_for_retry": "scheduled",
		"canceled": "cancelled", "banana": "", "waiting": "", "review": "",
	} {
		state, ok := plainState(word)
		if got := state.String(); ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v, want %q", word, got, ok, want)
		}
	}
}

func TestDeclaredWords(t *testing.T) {
	for sql, want := range map[string]string{
		`CREATE TABLE t (state TEXT CHECK (state IN ('a','b''c')))`:                  "a b'c",
		`CREATE TABLE t (state TEXT NOT NULL, CHECK ("state" = 'x' OR state = 'y'))`: "x y",
		`CREATE TABLE t (state TEXT, CHECK (length(state) > 0 AND kind IN ('z')))`:   "",
		`CREATE TABLE t (state TEXT CHECK (state IN ("on","off")))`:                  "on off",
		`CREATE TABLE t (state TEXT CHECK (`:                                         "",
	} {
		if got := strings.Join(checkWords(sql, "state"), " "); got != want {
			t.Errorf("%s: %q, want %q", sql, got, want)
		}
	}
}

func TestLeaves(t *testing.T) {
	got := leaves(`{"a":1,"b":{"c":"x","d":[{"e":1},{"e":2}]},"odd key":{"f":1},"g":null,"h":true,"i":"cut of`)
	want := map[string]any{"a": int64(1), "b.c": "x", "b.d[-1].e": int64(2), "h": "true"}
	if len(got) != len(want) {
		t.Errorf("%v, want %v", got, want)
	}
	for path, value := range want {
		if got[path] != value {
			t.Errorf("%s: %v, want %v", path, got[path], value)
		}
	}
}

func TestOpaque(t *testing.T) {
	for text, want := range map[string]bool{
		"0a6f2e6e-1111-4000-8000-000000000001": true, "job_0a6f2e6e1111": true, "deadbeefcafe": true, "42": true, "th-1": true, "2026-05-01": true,
		"send_invoice": false, "App\\Jobs\\Mail": false, "Fix the login": false, "fix-the-login": false,
	} {
		if got := opaque(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
