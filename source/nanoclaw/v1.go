package nanoclaw

import (
	"context"
	"time"

	"notdone/classify/cycle"
	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Tables of the store of version 1.
const (
	tabTasks = "scheduled_tasks"
	tabRuns  = "task_run_logs"
)

// store is the store of version 1: schedules, and a log of their runs.
type store struct {
	sqlsource.Tables
	root *root
}

func startStore(ctx context.Context, q sqlitedb.Queryer, r *root) (sqlsource.Queue, error) {
	tables, err := sqlsource.ReadTables(ctx, q, tabTasks, tabRuns)
	if err != nil {
		return nil, err
	}
	if !tables.Has(tabTasks, "id", "prompt", "status") || !tables.Has(tabRuns, "id", "task_id", "run_at", "status") {
		return nil, sqlsource.ErrNotMine
	}
	return &store{tables, r}, sqlitedb.PlainTables(ctx, q, tabTasks, tabRuns)
}

// Shape lists the schedules. Each run changes last_run.
func (s *store) Shape() *sqlsource.Shape {
	c := func(name string) string { return s.Expr(tabTasks, "t", name) }
	return &sqlsource.Shape{
		Table: tabTasks, ID: "t.id", Status: "t.status", Phases: []sqlsource.Phase{{}}, Unsorted: true,
		Marks: []string{
			"t.status", sqlsource.Ends("t.prompt", 4<<10), c("next_run"), c("last_run"), sqlsource.Ends(c("last_result"), 1<<10), c("schedule_value"),
			"(SELECT max(x.id) FROM " + tabRuns + " x WHERE x.task_id = t.id)",
		},
		ReadOnly: "version 1 of NanoClaw keeps its schedules in memory as well: change them there",
	}
}

// Load reads schedules with their newest runs. An active one is not running: its
// schedule is on.
func (s *store) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) (cases []model.Case, err error) {
	keep, runs := 16<<10, 50
	if whole {
		keep, runs = contentMost, 500
	}
	columns := append(sqlsource.Keep(0, "id", "status", "group_folder", "next_run", "last_run", "created_at"), sqlsource.Keep(keep, "prompt")...)
	at := map[string]int{}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		prompt, created := r.Text("prompt"), parseTime(r.Value("created_at"))
		at[r.Text("id")] = len(cases)
		cases = append(cases, model.Case{Body: prompt, Task: model.Task{
			Source: Kind, Queue: s.root.queue, ID: r.Text("id"), Title: firstLine(prompt), Wish: cycle.Wish(prompt, ""), Recorded: r.Text("status"),
			Agent: r.Text("group_folder"), Created: created, Updated: latest(created, parseTime(r.Value("last_run"))), Due: parseTime(r.Value("next_run")),
		}})
		return nil
	}, "SELECT "+columns.Select("t", s.Tables[tabTasks])+" FROM json_each(?) j CROSS JOIN "+tabTasks+" t ON t.id = j.value", sqlsource.List(ids))
	if err != nil {
		return nil, err
	}
	log := append(sqlsource.Keep(0, "id", "task_id", "run_at", "duration_ms", "status"), sqlsource.Keep(4<<10, "result", "error")...)
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		i, ok := at[r.Text("task_id")]
		if !ok {
			return nil
		}
		ended := parseTime(r.Value("run_at")) // it is written when the run is over
		run := model.Run{
			ID: r.Text("id"), Where: tabRuns + "#" + r.Text("id"), Ended: ended, Recorded: r.Text("status"), Outcome: model.OutcomeCompleted,
			Started: ended.Add(-time.Duration(r.Int("duration_ms")) * time.Millisecond), Output: r.Text("result"), Error: r.Text("error"),
		}
		if run.Recorded == "error" {
			run.Outcome = model.OutcomeFailed
		}
		cases[i].Runs = append(cases[i].Runs, run)
		return nil
	}, "SELECT "+log.Select("x", s.Tables[tabRuns])+sqlsource.NewestOf(nil, tabRuns, "task_id", "id", runs), sqlsource.List(ids))
	for i := range cases {
		sqlsource.AddRuns(&cases[i], state(cases[i].Task.Recorded).Finished())
	}
	return cases, err
}

func latest(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
