package nanoclaw

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// central is what v2.db says of the sessions. NanoClaw's host keeps it open, in WAL mode.
type central struct {
	path     string
	db       *sqlitedb.DB // nil until it could be opened
	sessions []*facts     // in the order in which they are listed
	lost     error        // why it could not be read last time
}

// facts are what v2.db says of one session.
type facts struct {
	ID, AgentGroup string
	Group          string // the agent's folder, which people know, and the session's id
	Agent          string
	Status         string // active or closed
	// Container is running or stopped, as the host said last: after its own crash it
	// still says running (upstream issue 2533).
	Container string
	Thread    string
	Most      int   // how many of the newest rows its container looks at; 0: the usual
	Asks      []ask // what waits for a person, the newest first
}

// ask is a question of the agent, or an action that it wants approved.
type ask struct {
	What string
	At   time.Time
}

func (f *facts) folder() string { return sessionsFolder + "/" + f.AgentGroup + "/" + f.ID }

func (f *facts) closed() bool { return f.Status == "closed" }

// update reads v2.db again if it changed, and reports whether there are other sessions
// than before. While it cannot be read, the sessions that were known are read on.
func (c *central) update() (changed bool, err error) {
	ctx, change := context.Background(), sqlitedb.Change{Data: true}
	if c.db == nil {
		c.db, err = sqlitedb.Open(ctx, c.path, sqlitedb.Options{BusyTimeout: 500 * time.Millisecond})
	} else if c.lost == nil {
		change, err = c.db.Changed(ctx)
	}
	if err == nil && change == (sqlitedb.Change{}) {
		return false, nil
	}
	var sessions []*facts
	if err == nil {
		sessions, err = c.read(ctx, "")
	}
	if c.lost = err; err != nil {
		return false, nil // Files tells of it
	}
	was := c.sessions
	c.sessions = sessions
	return len(was) != len(sessions) || slices.ContainsFunc(was, func(f *facts) bool { return c.of(f.Group) == nil }), nil
}

func (c *central) close() error {
	if c.db == nil {
		return nil
	}
	return c.db.Close()
}

// of returns what is known of a session by its group; nil: nothing.
func (c *central) of(group string) *facts {
	if i := slices.IndexFunc(c.sessions, func(f *facts) bool { return f.Group == group }); i >= 0 {
		return c.sessions[i]
	}
	return nil
}

// read reads all sessions, or the one with the id.
func (c *central) read(ctx context.Context, id string) (sessions []*facts, err error) {
	err = c.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		sessions = nil
		tables, err := readCentral(ctx, q)
		if err != nil {
			return err
		}
		col := func(name string) string { return tables.Expr(tabSessions, "s", name) }
		name, folder, most, joins := "NULL", "NULL", "NULL", ""
		if tables.Has(tabAgents, "id") {
			name, folder = tables.Expr(tabAgents, "g", "name"), tables.Expr(tabAgents, "g", "folder")
			joins += " LEFT JOIN " + tabAgents + " g ON g.id = s.agent_group_id"
		}
		if tables.Has(tabConfigs, "agent_group_id", "max_messages_per_prompt") {
			most, joins = "c.max_messages_per_prompt", joins+" LEFT JOIN "+tabConfigs+" c ON c.agent_group_id = s.agent_group_id"
		}
		return sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
			f := &facts{
				ID: r.Text("id"), AgentGroup: r.Text("agent_group_id"), Agent: r.Text("name"), Status: r.Text("status"),
				Container: r.Text("container_status"), Thread: r.Text("thread_id"), Group: r.Text("folder"),
				Most: r.Int("most"),
			}
			if !isName(f.ID) || !isName(f.AgentGroup) {
				return nil
			}
			if !isName(f.Group) {
				f.Group = f.AgentGroup
			}
			f.Group += ":" + f.ID
			if n := len(sessions); n > 0 && sessions[n-1].ID == f.ID {
				f = sessions[n-1]
			} else {
				sessions = append(sessions, f)
			}
			if what := r.Text("title"); what != "" {
				f.Asks = append(f.Asks, ask{what, parseTime(r.Value("asked"))})
			}
			return nil
		}, "SELECT s.id, s.agent_group_id, "+col("status")+" AS status, "+col("container_status")+" AS container_status, "+col("thread_id")+" AS thread_id, "+
			name+" AS name, "+folder+" AS folder, "+most+" AS most, w.title, w.created_at AS asked FROM "+tabSessions+" s"+joins+
			" LEFT JOIN "+asksOf(tables)+" w ON w.session_id = s.id WHERE ?1 = '' OR s.id = ?1 ORDER BY "+col("status")+" = 'closed', "+
			col("container_status")+" <> 'running', "+col("created_at")+" DESC, s.id, datetime(w.created_at) DESC", id)
	})
	return sessions, err
}

// isName reports whether an id can be the name of a folder: ids are hostile.
func isName(id string) bool {
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsAny(id, "/\\\x00") && filepath.IsLocal(id)
}

// Tables of v2.db.
const (
	tabSessions  = "sessions"
	tabAgents    = "agent_groups"
	tabQuestions = "pending_questions"
	tabApprovals = "pending_approvals"
	tabConfigs   = "container_configs"
)

func readCentral(ctx context.Context, q sqlitedb.Queryer) (sqlsource.Tables, error) {
	return sqlsource.ReadTables(ctx, q, tabSessions, tabAgents, tabQuestions, tabApprovals, tabConfigs)
}

// asksOf are the questions and approvals that wait, with rowids that tell the two apart.
func asksOf(tables sqlsource.Tables) string {
	all := "(SELECT 0 AS rowid, '' AS id, '' AS session_id, '' AS title, '' AS created_at, 'waiting' AS status, '' AS origin, NULL AS detail WHERE 0"
	if tables.Has(tabQuestions, "question_id") {
		col := func(names ...string) string { return tables.Expr(tabQuestions, "t", names...) }
		all += " UNION ALL SELECT t.rowid, t.question_id, " + col("session_id") + ", coalesce(" + col("title", "question") + ", 'a question'), " +
			col("created_at") + ", 'waiting', '" + tabQuestions + "', NULL FROM " + tabQuestions + " t"
	}
	if tables.Has(tabApprovals, "approval_id") {
		col := func(names ...string) string { return tables.Expr(tabApprovals, "t", names...) }
		all += " UNION ALL SELECT t.rowid + 1099511627776, t.approval_id, " + col("session_id") + ", coalesce(nullif(" + col("title") + ", ''), " +
			col("action") + ", 'an approval'), " + col("created_at") + ", 'waiting', '" + tabApprovals + "', " + col("payload") +
			" FROM " + tabApprovals + " t WHERE coalesce(" + col("status") + ", 'pending') = 'pending'"
	}
	return all + ")"
}

// waiting is v2.db as a queue of what waits for a person. It is gone when it is answered.
type waiting struct {
	root *root
	asks string
}

func startWaiting(ctx context.Context, q sqlitedb.Queryer, r *root) (sqlsource.Queue, error) {
	tables, err := readCentral(ctx, q)
	return &waiting{r, asksOf(tables)}, err
}

// Shape lists what waits.
func (w *waiting) Shape() *sqlsource.Shape {
	return &sqlsource.Shape{
		Table: w.asks, ID: "t.id", Status: "t.status", Phases: unsorted, Unsorted: true, Marks: []string{"t.title", "t.session_id", "t.created_at"},
		ReadOnly: "NanoClaw takes answers in the conversation in which it asked",
	}
}

// Load reads what waits.
func (w *waiting) Load(ctx context.Context, q sqlitedb.Queryer, ids []string, _ bool) (cases []*model.Case, err error) {
	asks := map[string]string{tabApprovals: "needs approval: "}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		id, origin, at := r.Text("id"), r.Text("origin"), parseTime(r.Value("created_at"))
		c := model.Case{
			Task:  model.Task{Source: Kind, Queue: w.root.queue, ID: waitingGroup + "/" + id, Title: r.Text("title"), Recorded: r.Text("status"), Created: at, Updated: at},
			Body:  r.Text("detail"),
			Facts: model.Facts{ObstacleText: asks[origin] + r.Text("title"), ObstacleOwn: asks[origin] != "", ObstacleWhere: origin + "#" + id, BlockedAt: at},
		}
		for _, f := range w.root.central.sessions {
			if f.ID == r.Text("session_id") {
				c.Task.Group, c.Task.Agent = f.Group, f.Agent
			}
		}
		cases = append(cases, &c)
		return nil
	}, "SELECT t.id, t.session_id, t.created_at, t.status, t.origin, "+sqlsource.Ends("t.title", 4<<10)+" AS title, "+sqlsource.Ends("t.detail", 16<<10)+
		" AS detail FROM json_each(?) j CROSS JOIN "+w.asks+" t ON t.id = j.value", sqlsource.List(ids))
	return cases, err
}
