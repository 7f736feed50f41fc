package hermes

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"notdone/model"
	"notdone/source"
)

// foreignActions tells, row by row, what Hermes' own commands do to the board
// of foreign, where there is one.
const foreignActions = "../../../shared/formats/hermes-actions.md"

// toldAction is one action of Hermes' as it was written down.
type toldAction struct {
	title, task, output string
	setUp               bool
	changed             map[string]map[string][2]any // by table and id: column: before, after
	added               map[string][]map[string]any  // by table
}

var (
	toldTask    = regexp.MustCompile(`(?m)^task \S+ = (\S+)`)
	toldOutput  = regexp.MustCompile("(?m)^output: `(.*)`")
	toldChange  = regexp.MustCompile(`(?m)^~ (\w+) id=(\S+): (.*)$`)
	toldAdded   = regexp.MustCompile(`(?m)^\+ NEW (\w+): (\{.*\})$`)
	toldColumn  = regexp.MustCompile(`^(\w+): `)
	actionClock = int64(1790000060)
)

func toldActions(t *testing.T) []toldAction {
	t.Helper()
	raw, err := os.ReadFile(foreignActions)
	if err != nil {
		t.Skip("no actions of Hermes' own here")
	}
	var all []toldAction
	for _, part := range strings.Split("\n"+string(raw), "\n## ")[1:] {
		title, _, _ := strings.Cut(part, "\n")
		one := toldAction{
			title: title, setUp: strings.Contains(part, "\nset-up:"),
			changed: map[string]map[string][2]any{}, added: map[string][]map[string]any{},
		}
		if m := toldTask.FindStringSubmatch(part); m != nil {
			one.task = m[1]
		}
		if m := toldOutput.FindStringSubmatch(part); m != nil {
			one.output = m[1]
		}
		for _, m := range toldChange.FindAllStringSubmatch(part, -1) {
			one.changed[m[1]+" "+m[2]] = toldColumns(t, m[3])
		}
		for _, m := range toldAdded.FindAllStringSubmatch(part, -1) {
			var added map[string]any
			must(t, json.Unmarshal([]byte(m[2]), &added))
			one.added[m[1]] = append(one.added[m[1]], added)
		}
		one.leaveOutPromotions()
		all = append(all, one)
	}
	return all
}

// toldColumns reads `a: 1 -> null; b: "x; y" -> "z"`.
func toldColumns(t *testing.T, line string) map[string][2]any {
	t.Helper()
	columns := map[string][2]any{}
	for line != "" {
		m := toldColumn.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no column in %q", line)
		}
		line = line[len(m[0]):]
		var pair [2]any
		for i := range pair {
			d := json.NewDecoder(strings.NewReader(line))
			must(t, d.Decode(&pair[i]))
			line = strings.TrimPrefix(line[d.InputOffset():], " -> ")
		}
		columns[m[1]] = pair
		line = strings.TrimPrefix(line, "; ")
	}
	return columns
}

// leaveOutPromotions drops the board-wide step that some commands end with: it
// is the dispatcher's, whose next tick does it.
func (o *toldAction) leaveOutPromotions() {
	var rest []map[string]any
	for _, e := range o.added[tabEvents] {
		if e["kind"] == evPromoted {
			delete(o.changed, tabTasks+" "+text(e["task_id"]))
			continue
		}
		rest = append(rest, e)
	}
	o.added[tabEvents] = rest
}

// request is the same action as asked of us; false when we have none.
func (o *toldAction) request() (source.Request, bool) {
	req := source.Request{Task: o.task, Actor: "alice"}
	_, said, _ := strings.Cut(o.output, ": ")
	switch {
	case strings.Contains(o.title, "refused"):
		return req, false
	case strings.HasPrefix(o.title, "unblock"):
		req.Action, req.Answer = model.ActionUnblock, said
	case strings.HasPrefix(o.title, "triage (block loop) -> ready by the dashboard"):
		req.Action = model.ActionUnblock
	case strings.HasPrefix(o.title, "done") && strings.Contains(o.title, "by the dashboard"), strings.HasPrefix(o.title, "archived -> ready"):
		req.Action = model.ActionRequeue
	case strings.HasPrefix(o.title, "reclaim"):
		req.Action = model.ActionReclaim
		_, why, _ := strings.Cut(o.runError(), "manual_reclaim: ")
		req.Reason = why
	case strings.HasPrefix(o.title, "block"):
		req.Action, req.Reason = model.ActionBlock, said
	case strings.HasPrefix(o.title, "schedule"):
		req.Action, req.Reason = model.ActionHold, said
	default:
		return req, false
	}
	return req, true
}

func (o *toldAction) runError() string {
	for _, columns := range o.changed {
		if e, ok := columns["error"]; ok {
			return text(e[1])
		}
	}
	return ""
}

// kind is the class that Hermes' block was given.
func (o *toldAction) kind() string {
	for _, e := range o.added[tabEvents] {
		var p payload
		decode(text(e["payload"]), &p)
		if p.Kind != "" {
			return p.Kind
		}
	}
	return ""
}

// copyForeign copies a board of Hermes' own.
func copyForeign(t *testing.T, name string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(foreign, name))
	if err != nil {
		t.Skip("no boards of Hermes' own here")
	}
	path := tempBoard(t)
	must(t, os.WriteFile(path, raw, 0o600))
	return path
}

func TestActionsAsHermesDoesThem(t *testing.T) {
	for _, journal := range journals {
		compared := 0
		for _, o := range toldActions(t) {
			req, ok := o.request()
			if !ok {
				continue
			}
			compared++
			t.Run(journal+"/"+o.title, func(t *testing.T) {
				path := copyForeign(t, "kanban-small.db")
				statements(t, path, "PRAGMA journal_mode="+journal)
				if o.setUp {
					setUp(t, path, &o)
				}
				before := dump(t, path)
				r := actOn(t, path, actionClock, "hermes-host", func(int, time.Time) model.Liveness { return model.LivenessDead })
				p, err := r.Plan(t.Context(), req)
				must(t, err)
				if p.Refused != "" {
					if strings.Contains(o.title, "another host") {
						return // a worker there cannot be seen to be gone
					}
					t.Fatal(p.Refused)
				}
				p.Native.(*sighting).obstacle = obstacle{req.Reason, o.kind()}
				if strings.Contains(o.output, stTriage) {
					p.Now = stTriage // the class that Hermes was given makes it a loop
				}
				_, err = done(t, r, p)
				must(t, err)
				compareRows(t, &o, before, dump(t, path))
			})
		}
		if compared < 16 {
			t.Errorf("only %d actions were compared", compared)
		}
	}
}

// setUp brings about what was planted before the action, which its rows tell.
func setUp(t *testing.T, path string, o *toldAction) {
	t.Helper()
	for i, run := range o.added[tabRuns] {
		id := text(run["id"])
		statements(t, path, "INSERT INTO task_runs (id, task_id, profile, status, claim_lock, started_at) VALUES ("+id+", '"+o.task+"', '"+
			text(run["profile"])+"', 'running', 'hermes-host:1', "+text(run["started_at"])+")",
			"UPDATE tasks SET current_run_id = "+id+" WHERE id = '"+o.task+"'")
		// The row was there before: only what became of it counts.
		o.added[tabRuns] = append(o.added[tabRuns][:i:i], o.added[tabRuns][i+1:]...)
		o.changed[tabRuns+" "+id] = map[string][2]any{
			"status": {"running", run["status"]}, "outcome": {nil, run["outcome"]}, "summary": {nil, run["summary"]},
			"ended_at": {nil, run["ended_at"]}, "claim_lock": {"hermes-host:1", nil},
		}
		o.changed[tabTasks+" "+o.task] = map[string][2]any{"status": {stBlocked, stReady}, "current_run_id": {run["id"], nil}}
		return
	}
	statements(t, path, "UPDATE tasks SET status = 'blocked' WHERE id = '"+o.task+"'")
	o.changed[tabTasks+" "+o.task] = map[string][2]any{"status": {stBlocked, stTodo}}
}

// compareRows holds what we left against what Hermes leaves; who wrote a comment
// is not compared.
func compareRows(t *testing.T, o *toldAction, before, after rows) {
	t.Helper()
	changed, added := map[string]map[string][2]any{}, map[string][]map[string]any{}
	for _, table := range dumped {
		for id, now := range after[table] {
			was, there := before[table][id]
			if !there {
				added[table] = append(added[table], now)
				continue
			}
			for column := range now {
				if !equal(was[column], now[column]) {
					key := table + " " + text(now["id"])
					if changed[key] == nil {
						changed[key] = map[string][2]any{}
					}
					changed[key][column] = [2]any{was[column], now[column]}
				}
			}
		}
		if len(after[table]) < len(before[table]) {
			t.Errorf("rows of %s are gone", table)
		}
	}
	numbers := cmp.Comparer(func(a, b any) bool { return equal(a, b) })
	if diff := cmp.Diff(o.changed, changed, cmp.FilterValues(scalars, numbers)); diff != "" {
		t.Errorf("changed rows (-Hermes +notdone):\n%s", diff)
	}
	for _, table := range dumped {
		for _, list := range [][]map[string]any{o.added[table], added[table]} {
			sortByID(list)
			for _, one := range list {
				if text(one["author"]) == "dashboard" {
					one["author"] = "alice"
				}
			}
		}
		if diff := cmp.Diff(o.added[table], added[table], cmp.FilterValues(scalars, numbers), emptyIsNil); diff != "" {
			t.Errorf("new rows of %s (-Hermes +notdone):\n%s", table, diff)
		}
	}
}
