package hermes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"notdone/model"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
	"notdone/source/watch"
)

// root is a board, or a Hermes root with its boards, as it lies on disk.
type root struct {
	path   string // absolute; of a root, its folder
	many   bool
	env    *env
	config config
	had    bool // boards were found in it
}

// open opens a board's file, a board's folder or a Hermes root. The caller
// closes the source.
func open(ctx context.Context, path string, o source.Options) (source.Source, error) {
	r, err := newRoot(path, o)
	if err != nil {
		return nil, err
	}
	return sqlsource.Open(ctx, r.setup())
}

func newRoot(path string, o source.Options) (*root, error) {
	abs, info, err := sqlsource.Locate(path)
	if err != nil {
		return nil, err
	}
	home, many := abs, info.IsDir()
	if many && slugOf(filepath.Join(abs, dbName)) != "" {
		abs, many = filepath.Join(abs, dbName), false
	}
	if !many {
		home = rootOf(abs)
	}
	r := &root{path: abs, many: many, config: config{path: filepath.Join(home, configName), limits: limitsFrom(nil)}}
	r.env = &env{queue: path, options: o, here: source.Here(), crowd: eventsPlain}
	return r, nil
}

// setup is what the kit is told.
func (r *root) setup() sqlsource.Config {
	c := sqlsource.Config{Kind: Kind, Path: r.env.queue, Format: r, Many: r.many, Part: "board", Configure: r.configure, Settings: r.settings, Facts: r.facts}
	if r.many {
		c.Watch = []watch.Target{{Path: filepath.Join(r.path, dbName), Database: true}, {Path: filepath.Join(r.path, kanbanFolder, boardsFolder)}}
	}
	return c
}

// Files are the databases of the boards.
func (r *root) Files() ([]sqlsource.File, map[string]error) {
	if !r.many {
		return []sqlsource.File{{Path: r.path}}, nil
	}
	found, troubles := places(r.path)
	if r.had && len(found) == 0 && len(troubles) == 0 {
		troubles[""] = errors.New("no board is left in it: " + dbName + " is gone or empty")
	}
	r.had = r.had || len(found) > 0
	return found, troubles
}

// configure reads the owner's thresholds again if their file changed.
func (r *root) configure() (changed bool, err error) {
	changed, err = r.config.load()
	r.env.limits = r.config.limits
	return changed, err
}

// settings are the owner's thresholds as a text.
func (r *root) settings() string { return fmt.Sprintf("%+v", *r.env.limits) }

func (r *root) facts() []source.Fact {
	thresholds := "Hermes' defaults"
	if r.env.limits.known {
		thresholds = r.config.path
	}
	if wrong := r.env.limits.wrong; len(wrong) > 0 {
		thresholds += "; Hermes' defaults for what is no number there: " + strings.Join(wrong, ", ")
	}
	return []source.Fact{{Name: "thresholds", Value: thresholds}}
}

// board is one open kanban.db.
type board struct {
	store   *sqlsource.Store
	env     *env
	slug    string // empty for a file that was opened alone
	prefix  string // before every id of the board: empty, or the slug and a slash
	seq     int64  // added to event ids, which only a board keeps unique
	path    string
	logs    string // folder of the workers' logs
	schema  *schema
	logged  bool                // the folder of logs existed when it was last looked at
	folders map[string][]string // tasks by the folders that they were seen to get
	pace    sqlitedb.Pace       // of reading the events of a task that has very many
	digests map[string]*digest  // by the id of the task
	made    map[string]*digest  // made for the read that comes next
	loaded  *loader             // the last read
}

// seqBits leaves room for 2^48 events of a board.
const seqBits = 48

// Start reads the schema of a board.
func (r *root) Start(ctx context.Context, q sqlitedb.Queryer, s *sqlsource.Store) (sqlsource.Queue, error) {
	b := &board{
		store: s, env: r.env, slug: s.Group, seq: s.Ordinal << seqBits, path: s.Path, logs: logFolder(s.Path),
		digests: map[string]*digest{}, made: map[string]*digest{}, folders: map[string][]string{},
	}
	if b.slug != "" {
		b.prefix = b.slug + "/"
	}
	var err error
	b.schema, err = readSchema(ctx, q, s.Indexes)
	return b, err
}

// phases are the statuses in the order in which tasks are listed. Each is read
// along its index in the order of arrival, finished ones from the newest arrival
// on: completed_at has no index, and sorting a million is no first page.
var phases = slices.Concat(
	sqlsource.PhaseOfEach(false, stRunning, stBlocked, stReview, stTriage, stReady, stTodo, stScheduled),
	[]sqlsource.Phase{{}}, // every status that is not named here
	sqlsource.PhaseOfEach(true, stDone, stArchived),
)

// Shape describes the table of tasks. Not every change makes an event (hermes
// kanban_db.py: a claim is extended, an error is stamped; #99577: people write SQL). A
// finished task that is changed without an event and stays finished is not noticed.
func (b *board) Shape() *sqlsource.Shape {
	c := func(names ...string) string { return b.schema.Expr(tabTasks, "t", names...) }
	shape := &sqlsource.Shape{
		Table: tabTasks, ID: "t.id", Status: "t.status", Title: "t.title", Phases: phases, Unsorted: !b.schema.status, Lacks: "tasks(status)",
		Marks: []string{
			sqlsource.Ends("t.title", titleMax), "t.assignee", "t.status", "t.claim_lock", c("current_run_id"),
			sqlsource.Ends(c("last_failure_error", "last_spawn_error"), summaryMax), c("block_kind"), c("priority"), "t.completed_at",
			c("claim_expires"), c("consecutive_failures", "spawn_failures"), c("worker_pid"), c("max_retries"), c("last_heartbeat_at"),
		},
		Settled: []string{stDone, stArchived}, Busy: []string{stRunning},
		Ways: []func(context.Context, string) ([]string, error){b.findRun, b.findSession, b.findFolder},
	}
	if b.schema.keyed {
		shape.ReadOnly = "the board is older than Hermes' numbered events: let Hermes open it once, then act"
	}
	return shape
}

// findRun finds the task of a run.
func (b *board) findRun(ctx context.Context, id string) ([]string, error) {
	if !b.schema.Has(tabRuns) || filepath.IsAbs(id) {
		return nil, nil
	}
	return b.store.Strings(ctx, "SELECT task_id FROM task_runs WHERE id = ?", id)
}

// Comments reads what was said about a task.
func (b *board) Comments(ctx context.Context, q sqlitedb.Queryer, id string) (all []model.Event, err error) {
	if !b.schema.Has(tabComments) {
		return nil, nil
	}
	err = sqlsource.EachCells(ctx, q, func(v []any) {
		all = append(all, model.Event{
			Seq: b.seq + number(v[0]), Where: place(tabComments, number(v[0])), Kind: model.EventCommented, Name: evCommented,
			Actor: text(v[1]), Note: text(v[2]), At: moment(number(v[3])),
		})
	}, "SELECT c.rowid, c.author, "+sqlsource.Ends("c.body", wholeMax)+", c.created_at FROM (SELECT ? AS id) t CROSS JOIN "+
		b.schema.indexes.Join(tabComments, "c", "task_id", "t.id")+" ORDER BY c.rowid", id)
	return all, err
}

// findFolder finds the tasks whose folder this is, which a task can get when it is
// started.
func (b *board) findFolder(ctx context.Context, path string) ([]string, error) {
	if !filepath.IsAbs(path) || !b.schema.Has(tabTasks, "workspace_path") {
		return nil, nil
	}
	return b.store.Find(ctx, "workspace_path", path, b.folders[path])
}

// findSession finds the tasks that a session made, which they keep.
func (b *board) findSession(ctx context.Context, session string) ([]string, error) {
	if session == "" || filepath.IsAbs(session) || !b.schema.Has(tabTasks, "session_id") {
		return nil, nil
	}
	return b.store.Find(ctx, "session_id", session, nil)
}

// noteFolder remembers the folder of a running task.
func (b *board) noteFolder(t *item) {
	if t.status == stRunning && t.folder != "" && !slices.Contains(b.folders[t.folder], t.id) {
		b.folders[t.folder] = append(b.folders[t.folder], t.id)
	}
}
