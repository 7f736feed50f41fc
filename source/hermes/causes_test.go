package hermes

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"notdone/model"
	"notdone/source"
)

// causeSentences are what tasks of one board stand still for, each with what a person calls it.
var causeSentences = map[string]string{
	"human signature required":                       "needs a human signature",
	"feed URL returns 404":                           "feed URL returns 404",
	"image URL returns 404":                          "image URL returns 404",
	"No access to Vault":                             "no access to Vault",
	"waiting for a decision on the retention period": "waiting for a decision on the retention period",
	"which region?":                                  "which region?",
	"no browser tool":                                "no browser tool",
	"The landlord's signature is missing":            "landlord's signature is missing",
	"The tenant's signature is missing":              "tenant's signature is missing",
	"cannot reach the replica db-2.example.com":      "cannot reach the replica db-2.example.com",
	"GitHub token expired":                           "GitHub token expired",
	"waiting for ticket OPS-41 to be closed":         "waiting for ticket OPS-41 to be closed",
}

// dressings are what dispatchers and agents put around a sentence.
var dressings = []string{
	"%s", "blocked: %s", "BLOCKED — %s", "reason: %s", "Reason: %s (attempt 3)", "[2026-03-01T11:02:09Z] ERROR %s",
	"t_1f2e3d4c: %s", "**Blocked:** %s", "%s, please advise", "“%s”", "  %s \n", "blocked (needs_input): %s [run 12]",
	"I read the ticket and the notes. %s. I stopped there.", "Status: blocked\n\n%s", "%s - request id 8f3a9c21d", "kanban_block reason=\"%s\"",
}

// roads are the places of a board from which a sentence reaches the reading.
var roads = []struct {
	name       string
	statements []string
}{
	{"the block's reason", []string{`UPDATE tasks SET status = 'blocked', block_kind = 'needs_input' WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'blocked', json_object('reason', SAID), 0)`}},
	{"another class", []string{`UPDATE tasks SET status = 'blocked', block_kind = 'capability' WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'blocked', json_object('reason', SAID), 0)`}},
	{"no class", []string{`UPDATE tasks SET status = 'blocked' WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'blocked', json_object('reason', SAID), 0)`}},
	{"a class of dependencies", []string{`UPDATE tasks SET status = 'blocked', block_kind = 'dependency' WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'blocked', json_object('reason', SAID), 0)`}},
	{"the run's summary", []string{`UPDATE tasks SET status = 'blocked' WHERE id = ID`, `INSERT INTO task_runs (task_id, status, outcome, started_at, ended_at, summary) VALUES (ID, 'blocked', 'blocked', 0, 9, SAID)`}},
	{"the last error", []string{`UPDATE tasks SET status = 'blocked', consecutive_failures = 9, last_failure_error = SAID WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'gave_up', '{}', 0)`}},
	{"the error of giving up", []string{`UPDATE tasks SET status = 'blocked', consecutive_failures = 9 WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'gave_up', json_object('error', SAID), 0)`}},
	{"a loop of blocks", []string{`UPDATE tasks SET status = 'triage', block_recurrences = 2 WHERE id = ID`, `INSERT INTO task_events (task_id, kind, payload, created_at) VALUES (ID, 'block_loop_detected', json_object('reason', SAID), 0)`}},
}

// TestOneSentenceIsOneCause: a board has as many causes as its tasks have sentences, whatever
// recorded them and whatever stands around them.
func TestOneSentenceIsOneCause(t *testing.T) {
	var statements []string
	sentences := map[string]string{}
	for sentence := range causeSentences {
		for r, road := range roads {
			for d, dressing := range dressings {
				if strings.Contains(dressing, "\n") && strings.HasPrefix(road.name, "the ") && d > 11 {
					continue // only the first line of an error is read
				}
				id := fmt.Sprintf("t_%x", len(sentences)+0x10000000)
				sentences[id] = sentence
				said := strings.ReplaceAll(fmt.Sprintf(dressing, sentence), "'", "''")
				if r%2 == 1 {
					said = strings.ReplaceAll(said, "No access", "no access")
				}
				statements = append(statements, fmt.Sprintf(`INSERT INTO tasks (id, title, status, created_at) VALUES ('%s', '%s', 'ready', 0)`, id, id))
				for _, s := range road.statements {
					statements = append(statements, strings.NewReplacer("ID", "'"+id+"'", "SAID", "'"+said+"'").Replace(s))
				}
			}
		}
	}
	path := fixture(t, filepath.Join(t.TempDir(), dbName), present, "delete", statements...)
	src, err := open(t.Context(), path, source.Options{Hosts: []string{"here"}})
	must(t, err)
	t.Cleanup(func() { must(t, src.Close()) })
	causes := map[string]string{}
	kinds := map[string]model.ObstacleKind{}
	rows := judged(t, src, noon)
	for id, sentence := range sentences {
		o := rows[id].Obstacle
		if o == nil {
			t.Errorf("%q has no obstacle: %+v", sentence, rows[id])
			continue
		}
		if key, ok := causes[sentence]; ok && (key != o.Key || kinds[sentence] != o.Kind) {
			t.Errorf("%q by %q is %s and %s", sentence, o.Text, o.Key, key)
		}
		causes[sentence], kinds[sentence] = o.Key, o.Kind
		if want := causeSentences[sentence]; !strings.EqualFold(o.Name, want) {
			t.Errorf("%q is called %q, want %q", o.Text, o.Name, want)
		}
	}
	distinct := map[string]bool{}
	for _, key := range causes {
		distinct[key] = true
	}
	if len(distinct) != len(causeSentences) {
		t.Errorf("%d sentences became %d causes: %v", len(causeSentences), len(distinct), causes)
	}
}
