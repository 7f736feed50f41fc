package nanoclaw

import (
	"cmp"
	"context"
	"strings"
	"time"

	"notdone/classify"
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
	queue string
}

func startStore(ctx context.Context, q sqlitedb.Queryer, r *root) (sqlsource.Queue, error) {
	tables, err := sqlsource.ReadTables(ctx, q, tabTasks, tabRuns)
	if err == nil && (!tables.Has(tabTasks, "id", "prompt", "status") || !tables.Has(tabRuns, "id", "task_id", "run_at", "status")) {
		err = sqlsource.ErrNotMine
	}
	if err != nil {
		return nil, err
	}
	return &store{tables, r.queue}, nil
}

// Shape lists the schedules.
func (s *store) Shape() *sqlsource.Shape {
	return &sqlsource.Shape{
		Table: tabTasks, ID: "t.id", Status: "t.status", Phases: unsorted, Unsorted: true,
		Marks: []string{
			"t.status", sqlsource.Ends("t.prompt", 4<<10), s.Expr(tabTasks, "t", "next_run"), s.Expr(tabTasks, "t", "last_run"),
			s.Expr(tabTasks, "t", "last_result"), "(SELECT max(x.id) FROM " + tabRuns + " x WHERE x.task_id = t.id)",
		},
		ReadOnly: "version 1 of NanoClaw is only read",
	}
}

// Load reads schedules with their newest runs. Of a schedule without any in the log, the
// row itself tells the last one.
func (s *store) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, whole bool) (cases []*model.Case, err error) {
	keep, runs := 16<<10, 50
	if whole {
		keep, runs = contentMost, 500
	}
	task := append(sqlsource.Keep(0, "id", "status", "group_folder", "next_run", "last_run", "created_at"), sqlsource.Keep(keep, "prompt", "last_result")...)
	run := append(sqlsource.Keep(0, "id", "task_id", "run_at", "duration_ms", "status"), sqlsource.Keep(4<<10, "result", "error")...)
	at := map[string]int{}
	var lasts []model.Run // by the rows of the schedules
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		at[r.Text("id")] = len(cases)
		t := model.Task{
			Source: KindStore, Queue: s.queue, ID: r.Text("id"), Title: title(r.Text("prompt")), Wish: cycle.Wish(r.Text("prompt"), ""), Recorded: r.Text("status"),
			Agent: r.Text("group_folder"), Created: parseTime(r.Value("created_at")), Updated: parseTime(r.Value("last_run")), Due: parseTime(r.Value("next_run")),
		}
		last := model.Run{ID: "last", Where: tabTasks + "#" + t.ID, Outcome: model.OutcomeCompleted, Output: r.Text("last_result"), Ended: t.Updated}
		if strings.HasPrefix(last.Output, "Error:") {
			last.Outcome, last.Error, last.Output = model.OutcomeFailed, last.Output, ""
		}
		lasts = append(lasts, last)
		cases = append(cases, &model.Case{Task: t, Body: r.Text("prompt")})
		return nil
	}, "SELECT "+task.Select("t", s.Tables[tabTasks])+" FROM json_each(?) j CROSS JOIN "+tabTasks+" t ON t.id = j.value", sqlsource.List(ids))
	if err != nil {
		return nil, err
	}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		i, ok := at[r.Text("task_id")]
		if !ok {
			return nil
		}
		ended, outcome := parseTime(r.Value("run_at")), model.OutcomeCompleted // it is written when the run is over
		if r.Text("status") == "error" {
			outcome = model.OutcomeFailed
		}
		cases[i].Runs = append(cases[i].Runs, model.Run{
			ID: r.Text("id"), Where: tabRuns + "#" + r.Text("id"), Recorded: r.Text("status"), Outcome: outcome, Output: r.Text("result"), Error: r.Text("error"),
			Started: ended.Add(-time.Duration(r.Int("duration_ms")) * time.Millisecond), Ended: ended,
		})
		return nil
	}, "SELECT "+run.Select("x", s.Tables[tabRuns])+sqlsource.NewestOf(nil, tabRuns, "task_id", "id", runs), sqlsource.List(ids))
	for i := range cases {
		if len(cases[i].Runs) == 0 && !lasts[i].Ended.IsZero() {
			cases[i].Runs = lasts[i : i+1]
		}
		sqlsource.AddRuns(cases[i], state(cases[i].Task.Recorded).Finished())
	}
	return cases, err
}

// storeRules are the rules of version 1, which tries nothing again before the schedule
// says so.
func storeRules() []classify.Rule {
	return []classify.Rule{{
		Name: "failed-run", Doc: "a schedule, or a task marked done, whose newest run failed", Severity: model.SeverityError, Check: failedSchedule,
	}}
}

func failedSchedule(in *classify.Input) []classify.Observation {
	if len(in.Runs) == 0 || in.Task.Recorded != stActive && in.Task.Recorded != stCompleted {
		return nil
	}
	r := in.Runs[len(in.Runs)-1]
	if !r.Outcome.Failure() {
		return nil
	}
	const failed = "its newest run failed"
	o := classify.Opinion{
		Rank: classify.RankHardError, State: model.StateFailed, Grade: model.GradeProven, Confidence: 0.95, Headline: failed,
		Obstacle: classify.NewObstacle(cmp.Or(r.Error, failed), r.Where),
	}
	o.Obstacle.Own = r.Error == ""
	return []classify.Observation{{Opinion: o, Finding: &model.Finding{
		Severity: model.SeverityError, Message: failed, First: r.Ended, Last: r.Ended, Clears: "a run that succeeds",
		Evidence: []model.Evidence{{Where: r.Where, Quote: r.Error}},
	}}}
}
