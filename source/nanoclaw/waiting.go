package nanoclaw

import (
	"context"
	"strings"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// Tables of v2.db with what waits for a person.
const (
	tabQuestions = "pending_questions"
	tabApprovals = "pending_approvals"
)

// waiting is v2.db as a queue of questions to a person: what an agent asks, and what
// it wants approved. They go when they are answered.
type waiting struct {
	root  *root
	query string // the rows of both tables
}

func startWaiting(ctx context.Context, q sqlitedb.Queryer, r *root) (sqlsource.Queue, error) {
	tables, err := sqlsource.ReadTables(ctx, q, tabQuestions, tabApprovals)
	if err != nil {
		return nil, err
	}
	w := &waiting{root: r, query: waitingQuery(tables)}
	if w.query == "" {
		return nil, sqlsource.ErrNotMine
	}
	return w, nil
}

// approvalsFrom is added to the rowids of approvals, which tells them from those of
// questions.
const approvalsFrom = "1099511627776"

// waitingQuery is a query in parentheses for what waits; empty where v2.db has
// neither table.
func waitingQuery(tables sqlsource.Tables) string {
	var parts []string
	add := func(table, id, number, title, where string) {
		if tables.Has(table, id, "session_id") {
			parts = append(parts, "SELECT "+number+" AS rowid, w."+id+" AS id, w.session_id AS session_id, "+title+" AS title, "+
				tables.Expr(table, "w", "created_at")+" AS created_at, '"+stWaiting+"' AS status, '"+table+"' AS origin, "+
				tables.Expr(table, "w", "payload")+" AS detail FROM "+table+" w WHERE "+where)
		}
	}
	action, title := tables.Expr(tabApprovals, "w", "action"), tables.Expr(tabApprovals, "w", "title")
	add(tabQuestions, "question_id", "w.rowid", tables.Expr(tabQuestions, "w", "title"), "1")
	pending := "1"
	if tables.Has(tabApprovals, "status") {
		pending = "w.status = '" + stPending + "'"
	}
	add(tabApprovals, "approval_id", approvalsFrom+" + w.rowid", "coalesce(nullif("+title+", ''), "+action+")", pending)
	if len(parts) == 0 {
		return ""
	}
	return "(" + strings.Join(parts, " UNION ALL ") + ")"
}

// Shape lists the questions.
func (w *waiting) Shape() *sqlsource.Shape {
	return &sqlsource.Shape{
		Table: w.query, ID: "t.id", Status: "t.status", Phases: []sqlsource.Phase{{}}, Unsorted: true,
		Marks:    []string{"t.title", "t.session_id", "t.created_at"},
		ReadOnly: "NanoClaw answers questions in the conversation in which they were asked",
	}
}

// Load reads questions as tasks that wait for a person.
func (w *waiting) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, _ bool) (cases []model.Case, err error) {
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		asked, where := parseTime(r.Value("created_at")), r.Text("origin")+"#"+r.Text("id")
		c := model.Case{
			Task: model.Task{
				Source: Kind, Queue: w.root.queue, Group: waitingGroup, ID: waitingGroup + "/" + r.Text("id"), Title: firstLine(r.Text("title")),
				Recorded: r.Text("status"), Created: asked, Updated: asked,
			},
			Body: r.Text("detail"),
			Facts: model.Facts{
				ObstacleText: r.Text("title"), ObstacleKind: model.KindDecision, ObstacleWhere: where, BlockedAt: asked,
			},
		}
		if strings.HasPrefix(where, tabApprovals) {
			c.Facts.ObstacleKind = model.KindPermission
		}
		for _, f := range w.root.central.sessions {
			if f.ID == r.Text("session_id") {
				c.Task.Group, c.Task.Agent = f.Group, f.Agent
			}
		}
		cases = append(cases, c)
		return nil
	}, "SELECT t.id, t.session_id, "+sqlsource.Ends("t.title", 4<<10)+" AS title, t.created_at, t.status, t.origin, "+sqlsource.Ends("t.detail", 16<<10)+
		" AS detail FROM json_each(?) j CROSS JOIN "+w.query+" t ON t.id = j.value", sqlsource.List(ids))
	return cases, err
}
