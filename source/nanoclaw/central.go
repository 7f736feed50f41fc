package nanoclaw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

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
	Group          string // the agent's folder and the session's id
	Agent          string // the agent's name
	Status         string // active or closed
	// Container is running or stopped, by the host's last word: after a crash of the
	// host it still says running (upstream issue 2533).
	Container string
	Thread    string
	Asks      []ask // what waits for a person, the newest first
	created   string
}

// ask is a question of the agent, or an action that it wants approved.
type ask struct {
	What string
	At   time.Time
}

// folder is where the pair lies in the folder of data.
func (f *facts) folder() string { return sessionsFolder + "/" + f.AgentGroup + "/" + f.ID }

func (f *facts) closed() bool { return f.Status == "closed" }

func (f *facts) equal(o *facts) bool {
	a, b := *f, *o
	a.Asks, b.Asks = nil, nil
	return fmt.Sprint(a) == fmt.Sprint(b) && slices.EqualFunc(f.Asks, o.Asks, func(x, y ask) bool { return x.What == y.What && x.At.Equal(y.At) })
}

// busyTimeout is how long the others wait for a v2.db that is locked.
const busyTimeout = 500 * time.Millisecond

// update reads v2.db again if it changed, and reports whether there are other sessions
// than before. What is shown of a session that changed is found by session.Moved.
func (c *central) update() (changed bool, err error) {
	ctx := context.Background()
	if c.db == nil {
		c.db, err = sqlitedb.Open(ctx, c.path, sqlitedb.Options{BusyTimeout: busyTimeout})
	} else if c.lost == nil {
		var change sqlitedb.Change
		if change, err = c.db.Changed(ctx); err == nil && change == (sqlitedb.Change{}) {
			return false, nil
		}
	}
	var sessions []*facts
	if err == nil {
		sessions, err = c.read(ctx, "")
	}
	if c.lost = err; err != nil {
		return false, nil // the sessions that were known are read on; Files tells of it
	}
	changed = !slices.EqualFunc(c.sessions, sessions, func(a, b *facts) bool { return a.Group == b.Group })
	c.sessions = sessions
	return changed, nil
}

func (c *central) close() error {
	if c.db == nil {
		return nil
	}
	return c.db.Close()
}

// of returns what is known of a session by its group; nil: it is gone.
func (c *central) of(group string) *facts {
	if i := slices.IndexFunc(c.sessions, func(f *facts) bool { return f.Group == group }); i >= 0 {
		return c.sessions[i]
	}
	return nil
}

// read reads the sessions, or the one of that id: those that may run first, and of
// those the newest.
func (c *central) read(ctx context.Context, id string) (sessions []*facts, err error) {
	err = c.db.Read(ctx, func(ctx context.Context, q sqlitedb.Queryer) error {
		sessions, err = readSessions(ctx, q, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	rank := func(f *facts) int {
		switch {
		case f.closed():
			return 2
		case f.Container != "running":
			return 1
		}
		return 0
	}
	slices.SortStableFunc(sessions, func(a, b *facts) int {
		return cmp.Or(rank(a)-rank(b), strings.Compare(b.created, a.created), strings.Compare(a.ID, b.ID))
	})
	return sessions, nil
}

func readSessions(ctx context.Context, q sqlitedb.Queryer, id string) (sessions []*facts, err error) {
	tables, err := sqlsource.ReadTables(ctx, q, "sessions", "agent_groups", tabQuestions, tabApprovals)
	if err != nil {
		return nil, err
	}
	if !tables.Has("sessions", "id", "agent_group_id") {
		return nil, errors.New("v2.db has no sessions")
	}
	column := func(table, alias, name string) string { return tables.Expr(table, alias, name) + " AS " + name }
	from := " FROM sessions s"
	agent := "NULL AS name, NULL AS folder"
	if tables.Has("agent_groups", "id") {
		agent = column("agent_groups", "g", "name") + ", " + column("agent_groups", "g", "folder")
		from += " LEFT JOIN agent_groups g ON g.id = s.agent_group_id"
	}
	byID := map[string]*facts{}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		f := &facts{
			ID: r.Text("id"), AgentGroup: r.Text("agent_group_id"), Agent: r.Text("name"), Status: r.Text("status"),
			Container: r.Text("container_status"), Thread: r.Text("thread_id"), created: r.Text("created_at"),
		}
		if isName(f.ID) && isName(f.AgentGroup) {
			f.Group = groupName(r.Text("folder"), f.AgentGroup, f.ID)
			sessions, byID[f.ID] = append(sessions, f), f
		}
		return nil
	}, "SELECT s.id, s.agent_group_id, "+column("sessions", "s", "status")+", "+column("sessions", "s", "container_status")+", "+
		column("sessions", "s", "thread_id")+", "+column("sessions", "s", "created_at")+", "+agent+from+" WHERE ?1 = '' OR s.id = ?1", id)
	query := waitingQuery(tables)
	if err != nil || query == "" {
		return sessions, err
	}
	err = sqlsource.Each(ctx, q, func(r sqlsource.Row) error {
		if f := byID[r.Text("session_id")]; f != nil {
			f.Asks = append(f.Asks, ask{r.Text("title"), parseTime(r.Value("created_at"))})
		}
		return nil
	}, "SELECT session_id, title, created_at FROM "+query+" ORDER BY rowid DESC")
	for _, f := range sessions {
		slices.SortStableFunc(f.Asks, func(a, b ask) int { return b.At.Compare(a.At) })
	}
	return sessions, err
}

// isName reports whether an id can be the name of a folder: ids are hostile.
func isName(id string) bool {
	return id != "" && len(id) <= 128 && id[0] != '.' && !strings.ContainsAny(id, "/\\\x00") && filepath.IsLocal(id)
}

// groupName is how a session is called: the folder of its agent, which people know, and
// its id, which is unique.
func groupName(folder, agentGroup, id string) string {
	if !isName(folder) {
		folder = agentGroup
	}
	return folder + ":" + id
}
