package mapped_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"notdone/classify/text"
	"notdone/model"
	"notdone/source"
	"notdone/source/mapped"
)

// texts are what a task says.
type texts struct{ Body, Result, Error string }

const lacksPermission = "I need permission to access the repository."

// pickledTexts are what the pickles in testdata/catalog hold, by the system and the task.
var pickledTexts = map[string]map[string]texts{
	"celery-sqlalchemy": {
		"13": {Body: `["a@b.example"] {}`, Result: lacksPermission},
		"14": {Body: `["a@b.example"] {"urgent": true}`, Result: "I need the API key of the shop to go on."},
		"15": {Error: "ValueError: no such order"}, "16": {Error: "ValueError: no such order"}, "17": {Result: "returned None"}, "5": {Result: "returned None"},
		"18": {Result: "[… a pickle, unreadable at byte 3 …]"},
	},
	"django-q2": {
		"django_q_ormq/1":  {Body: `app.tasks.send ["a@b.example"] {"urgent": true}`},
		"django_q_ormq/2":  {Body: `app.tasks.send {"urgent": true}`},
		"django_q_task/ef": {Body: `app.tasks.send ["a@b.example"]`, Result: lacksPermission},
		"django_q_task/gh": {Body: `app.tasks.send ["a@b.example"]`, Error: "no such order\nTraceback (most recent call last):\n  File \"app/tasks.py\", line 3, in send\nValueError: no such order\n"},
	},
	"huey": {
		"task/1":     {Body: `shop.tasks.send_mail ["a@b.example"] {"urgent": true}`},
		"schedule/1": {Body: "shop.tasks.rebuild"},
		"kv/5d0f6d7e-1f2a-4b3c-8d4e-000000000003": {Result: lacksPermission},
		"kv/5d0f6d7e-1f2a-4b3c-8d4e-000000000007": {Result: "returned None"}, "kv/5d0f6d7e-1f2a-4b3c-8d4e-000000000008": {Result: "returned []"},
		"kv/5d0f6d7e-1f2a-4b3c-8d4e-000000000005": {Error: "ValueError: no such order\n"},
	},
	"apscheduler":     {"now": {Body: `app.tasks:send ["a@b.example"]`}},
	"persist-queue":   {"1": {Body: "Write the report"}, "2": {Body: `{"task": "Fix the login", "repo": "shop"}`}, "3": {Body: "Tag the release"}},
	"taskiq":          {"a1": {Result: lacksPermission}, "a2": {Result: "returned None"}, "a3": {Error: "ValueError: no such order"}, "a4": {Result: "returned []"}},
	"taskiq-messages": {"1": {Body: `["shop"] {}`}, "2": {Body: `["shop"] {}`}},
	"dbos": {
		"wf-9":  {Body: `["a@b.example"]`, Result: lacksPermission},
		"wf-10": {Body: `["a@b.example"]`, Error: "ValueError: no such order"},
	},
}

// TestPickled: what Python has pickled is read as the text that it holds.
func TestPickled(t *testing.T) {
	for system := range pickledTexts {
		if strings.HasPrefix(system, "taskiq") {
			continue // in PostgreSQL alone
		}
		t.Run(system, func(t *testing.T) {
			_, path := makeDatabase(t, system)
			_, s := openFile(t, path)
			compareTexts(t, system, s)
		})
	}
}

// TestPickledInPostgres: there bytes are read as hexadecimal digits.
func TestPickledInPostgres(t *testing.T) {
	for _, system := range []string{"celery-sqlalchemy", "django-q2", "taskiq", "taskiq-messages"} {
		t.Run(system, func(t *testing.T) {
			url, owner := database(t)
			raw, err := os.ReadFile(filepath.Join("testdata", "catalog", system+".pg.sql"))
			if err != nil {
				t.Fatal(err)
			}
			execPg(t, owner, string(raw))
			_, s, err := openPostgres(t.Context(), url, mapped.Catalogue(), source.Options{Now: func() time.Time { return clock }})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = s.Close() })
			compareTexts(t, system, s)
		})
	}
}

// compareTexts compares what the tasks of a source say with pickledTexts.
func compareTexts(t *testing.T, system string, s source.Source) {
	t.Helper()
	want, got := pickledTexts[system], map[string]texts{}
	for _, c := range listAll(t, s) {
		if _, ok := want[c.Task.ID]; !ok {
			continue
		}
		one := texts{Body: strings.TrimSpace(c.Body), Result: c.Result}
		if c.Stands == model.StateFailed {
			if one.Result = ""; len(c.Runs) == 0 {
				one.Error = c.Facts.ObstacleText
			}
		}
		for i := range c.Runs {
			one.Error += c.Runs[i].Error
		}
		got[c.Task.ID] = one
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("the texts differ (-want +got):\n%s", diff)
	}
}

// TestLongPickle: a pickle that is longer than what a list keeps is read whole and cut afterwards: its last words are there.
// One that is longer than what is read says how long it is.
func TestLongPickle(t *testing.T) {
	_, path := makeDatabase(t, "celery-sqlalchemy")
	// A text of protocol 2, whose length has four bytes, lowest first: 0x0f000 and 0x400000 are 61,440 and 4 MiB.
	execute(t, path, `UPDATE celery_taskmeta SET result = CAST(X'80025800F00000' || CAST(replace(hex(zeroblob(30710)), '00', 'ab') AS BLOB) || 'I need permission.' || '  ' || X'2E' AS BLOB) WHERE id = 13;
		UPDATE celery_taskmeta SET result = CAST(X'80025800004000' || zeroblob(4194304) || X'2E' AS BLOB) WHERE id = 14`)
	_, s := openFile(t, path)
	for _, c := range listAll(t, s) {
		switch c.Task.ID {
		case "13":
			if !strings.HasSuffix(c.Result, "abI need permission.  ") || !strings.Contains(c.Result, "\n[…]\n") || len([]rune(c.Result)) != 4096 {
				t.Errorf("a long one: %d characters, %q", len([]rune(c.Result)), c.Result[max(0, len(c.Result)-80):])
			}
		case "14":
			if c.Result != "[… 4194312 bytes …]" {
				t.Errorf("one that is too long: %.80q", c.Result)
			}
		}
	}
	whole, err := s.History(t.Context(), "13")
	if err != nil || len(whole.Case.Result) != 61440 {
		t.Errorf("as a whole it has %d bytes: %v", len(whole.Case.Result), err)
	}
}

// TestPickledRoles: a mapping may only name texts that it reads, and plain paths.
func TestPickledRoles(t *testing.T) {
	const head = "name = \"jobs\"\n[[tables]]\nname = \"jobs\"\notherwise = \"queued\"\n[tables.roles]\nid = \"id\"\nresult = \"result\"\nworker = \"worker\"\n[tables.pickled]\n"
	for line, want := range map[string]string{
		`result = "$"`: "", `result = "args[0].name|name func"`: "",
		`body = "$"`:             `jobs.toml:10:1: jobs: table "jobs": "body" cannot be pickled: it is no role of a text of this table`,
		`worker = "$"`:           `jobs.toml:10:1: jobs: table "jobs": "worker" cannot be pickled: it is no role of a text of this table`,
		`result = "os.system()"`: `jobs.toml:10:11: jobs: table "jobs": pickled result: "os.system()" is no path: it is $ for the whole value, or such as args[0].name`,
	} {
		_, err := mapped.Parse("jobs.toml", []byte(head+line+"\n"))
		if got := errorText(err); got != want {
			t.Errorf("%s: %q; want %q", line, got, want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestWhatStandsForBytes: what stands for bytes that nobody can read is taken for no sentence of somebody.
func TestWhatStandsForBytes(t *testing.T) {
	_, path := makeDatabase(t, "celery-sqlalchemy")
	for n := range 40 {
		size := n * n * n
		execute(t, path, fmt.Sprintf(`INSERT INTO celery_taskmeta (id, status, result) VALUES (%d, 'SUCCESS', CAST(X'FF' || zeroblob(%d) AS BLOB)),
			(%d, 'SUCCESS', CAST(X'8002' || replace(hex(zeroblob(%d)), '00', 'N0') || X'FE' AS BLOB))`, 100+n, size, 200+n, n*n))
	}
	_, s := openFile(t, path)
	judged := 0
	for _, c := range listAll(t, s) {
		if !strings.HasPrefix(c.Result, "[… ") {
			continue
		}
		judged++
		if r := text.Read(c.Result); r.Label != text.LabelDone {
			t.Errorf("%s is read as %v, %.2f", c.Result, r.Label, r.Score)
		}
	}
	if judged < 80 {
		t.Errorf("only %d results are bytes", judged)
	}
}
