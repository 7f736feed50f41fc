package hermes

import (
	"fmt"

	"notdone/model"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// draft is an action worked out: either why it cannot be done, or what it
// writes and what an operator must know of it. It is made of a scene alone.
type draft struct {
	scene   *scene
	action  model.ActionName
	refused string
	command []string // the owner's own way, as argv
	now     string   // the recorded status that it leaves
	guards  []string
	effects []string
	undo    string
	takes   bool            // there is a place for an answer
	sees    bool            // the agent reads the one that was given
	cleared bool            // its last error is cleared
	ended   bool            // a run is closed
	task    sqlitedb.Values // what becomes of the task's own row
	steps   []sqlitedb.Write
}

func newDraft(s *scene, action model.ActionName) *draft {
	return &draft{scene: s, action: action}
}

// refuse makes the draft one that cannot be done. The sentence says why.
func (d *draft) refuse(format string, args ...any) { d.refused = fmt.Sprintf(format, args...) }

func (d *draft) guard(format string, args ...any) {
	d.guards = append(d.guards, fmt.Sprintf(format, args...))
}

func (d *draft) effect(format string, args ...any) {
	d.effects = append(d.effects, fmt.Sprintf(format, args...))
}

// set changes columns of the task, those that the board has.
func (d *draft) set(column string, value any) {
	if d.scene.has(tabTasks, column) {
		d.task = append(d.task, sqlitedb.Value{Column: column, Value: value})
	}
}

// move gives the task another status.
func (d *draft) move(status string) {
	d.now = status
	d.set("status", status)
}

// release takes the claim off the task.
func (d *draft) release() {
	d.set("claim_lock", nil)
	d.set("claim_expires", nil)
	d.set("worker_pid", nil)
}

// clearFailures gives the task its attempts back.
func (d *draft) clearFailures() {
	d.cleared = true
	if c := d.scene.first("consecutive_failures", "spawn_failures"); c != "" {
		d.set(c, int64(0))
	}
	if c := d.scene.first("last_failure_error", "last_spawn_error"); c != "" {
		d.set(c, nil)
	}
}

// change writes columns of another row than the task's own, those that exist.
func (d *draft) change(table string, id any, set sqlitedb.Values) {
	set = d.known(table, set)
	if len(set) > 0 {
		d.steps = append(d.steps, sqlitedb.Write{Table: table, Key: sqlitedb.Values{{Column: "id", Value: id}}, Set: set})
	}
}

// add writes a new row, if the board has the table.
func (d *draft) add(table string, set sqlitedb.Values) {
	if d.scene.columns[table] != nil {
		d.steps = append(d.steps, sqlitedb.Write{Table: table, Set: d.known(table, set)})
	}
}

func (d *draft) known(table string, set sqlitedb.Values) sqlitedb.Values {
	var have sqlitedb.Values
	for _, v := range set {
		if d.scene.has(table, v.Column) {
			have = append(have, v)
		}
	}
	return have
}

// event adds to the history of a task. run is nil, a run's id or sqlitedb.Made;
// payload is nil or JSON.
func (d *draft) event(id, kind string, run, payload any) {
	d.add(tabEvents, sqlitedb.Values{
		{Column: "task_id", Value: id},
		{Column: "run_id", Value: run},
		{Column: "kind", Value: kind},
		{Column: "payload", Value: payload},
		{Column: "created_at", Value: d.scene.now},
	})
}

// note adds a comment and nothing else.
func (d *draft) note(id, author, body string) {
	d.add(tabComments, sqlitedb.Values{
		{Column: "task_id", Value: id},
		{Column: "author", Value: author},
		{Column: "body", Value: body},
		{Column: "created_at", Value: d.scene.now},
	})
}

// comment adds a comment as a person does (hermes kanban_db.py, add_comment).
func (d *draft) comment(author, body string) {
	if !d.scene.comments() {
		return
	}
	d.note(d.scene.id(), author, body)
	d.event(d.scene.id(), evCommented, nil, pyObject(pair{"author", author}, pair{"len", pyLen(body)}))
}

// ending is how a run is closed.
type ending struct {
	outcome, status          string
	summary, failure, detail any
}

// endRun closes the run that the task names and takes its name off the task
// (hermes kanban_db.py, _end_run). It returns the run's id, nil when the task
// names none.
func (d *draft) endRun(s *scene, e ending) any {
	run := s.task.num("current_run_id")
	if run == 0 {
		return nil
	}
	if s.runOpen() {
		d.ended = d.ended || s == d.scene
		d.change(tabRuns, run, sqlitedb.Values{
			{Column: "status", Value: e.status},
			{Column: "outcome", Value: e.outcome},
			{Column: "summary", Value: e.summary},
			{Column: "error", Value: e.failure},
			{Column: "metadata", Value: e.detail},
			{Column: "ended_at", Value: s.now},
			{Column: "claim_lock", Value: nil},
			{Column: "claim_expires", Value: nil},
			{Column: "worker_pid", Value: nil},
		})
	}
	return run
}

// endOrMakeRun closes the task's run; where there is none, and something was
// said, it adds one that began and ended now to keep it (hermes kanban_db.py,
// _end_or_synthesize_run).
func (d *draft) endOrMakeRun(outcome, said string) any {
	s := d.scene
	run := d.endRun(s, ending{outcome: outcome, status: outcome, summary: orNone(said)})
	if run != nil {
		d.set("current_run_id", nil)
		return run
	}
	if said == "" || s.columns[tabRuns] == nil {
		return nil
	}
	d.add(tabRuns, sqlitedb.Values{
		{Column: "task_id", Value: s.id()},
		{Column: "profile", Value: s.task["assignee"]},
		{Column: "step_key", Value: s.task["current_step_key"]},
		{Column: "status", Value: outcome},
		{Column: "outcome", Value: outcome},
		{Column: "summary", Value: said},
		{Column: "started_at", Value: s.now},
		{Column: "ended_at", Value: s.now},
	})
	return sqlitedb.Made{Table: tabRuns}
}

// guardClaim says what of the task must still be so when the draft is written.
func (d *draft) guardClaim() {
	d.guard("it is %s", d.scene.status())
	if d.scene.why.id != 0 {
		d.guard("no newer block, release or claim than %s", d.scene.why.name())
	}
	d.guard("it has the same claim, run and unfinished parents")
}

// decision is what the draft comes to: the task's own row is written first.
func (d *draft) decision() sqlsource.Decision {
	if len(d.task) > 0 {
		own := sqlitedb.Write{Table: tabTasks, Key: sqlitedb.Values{{Column: "id", Value: d.scene.id()}}, Set: d.task}
		d.steps = append([]sqlitedb.Write{own}, d.steps...)
	}
	return sqlsource.Decision{
		Refused: d.refused, Action: d.action, Now: d.now, Writes: d.steps, Guards: d.guards, Effects: d.effects,
		Undo: d.undo, Command: d.command, TakesAnswer: d.takes, AgentSees: d.sees,
	}
}
