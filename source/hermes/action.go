package hermes

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"notdone/classify"
	"notdone/source"
	"notdone/source/sqlitedb"
	"notdone/source/sqlsource"
)

// action is one action on one task as it is worked out: what is decided, and what
// that is made of. It is made of a situation alone.
type action struct {
	sqlsource.Decision
	*situation
	req     source.Request
	row     sqlitedb.Values // what becomes of the task's own row
	cleared bool            // its last error is cleared
	ended   bool            // a run is closed
}

// move gives the task another status.
func (a *action) move(status string) {
	a.Now = status
	a.set("status", status)
}

// set changes columns of the task, those that the board has. Columns and values
// take turns.
func (a *action) set(columns ...any) {
	a.row = append(a.row, a.scene.Known(tabTasks, columns...)...)
}

// unclaim takes the claim off the task.
func (a *action) unclaim() { a.set(noClaim...) }

// noClaim are the columns of a claim of a task or a run, and none.
var noClaim = []any{"claim_lock", nil, "claim_expires", nil, "worker_pid", nil}

// clearFailures gives the task its attempts back.
func (a *action) clearFailures() {
	a.cleared = true
	a.set(a.scene.First(tabTasks, "consecutive_failures", "spawn_failures"), 0, a.scene.First(tabTasks, "last_failure_error", "last_spawn_error"), nil)
}

// write adds a row, or changes the one with an id, as far as the board has the
// table and the columns. Columns and values take turns.
func (a *action) write(table string, id any, columns ...any) {
	w := sqlitedb.Write{Table: table, Set: a.scene.Known(table, columns...)}
	if id != nil {
		w.Key = sqlitedb.Values{sqlsource.Set("id", id)}
	}
	if len(w.Set) > 0 {
		a.Writes = append(a.Writes, w)
	}
}

// event adds to the history of a task. run is nil, a run's id or sqlitedb.Made;
// payload is nil or JSON.
func (a *action) event(id, kind string, run, payload any) {
	a.write(tabEvents, nil, "task_id", id, "run_id", run, "kind", kind, "payload", payload, "created_at", a.scene.now)
}

// note adds a comment and nothing else.
func (a *action) note(id, author, body string) {
	a.write(tabComments, nil, "task_id", id, "author", author, "body", body, "created_at", a.scene.now)
}

// comment adds a comment as a person does (hermes kanban_db.py, add_comment).
func (a *action) comment(prefix, body string) {
	if body == "" || !a.scene.comments() {
		return
	}
	body = prefix + body
	a.note(a.scene.id(), a.req.Actor, body)
	a.event(a.scene.id(), evCommented, nil, pyObject("author", a.req.Actor, "len", utf8.RuneCountInString(body)))
}

// endRun closes the run that a task names, with the columns that say how (hermes
// kanban_db.py, _end_run). It returns the run's id, nil when the task names none.
func (a *action) endRun(s *scene, how ...any) any {
	run := s.task.num("current_run_id")
	if run == 0 {
		return nil
	}
	if s.runOpen() {
		a.ended = a.ended || s == a.scene
		a.write(tabRuns, run, append(append(how, "ended_at", s.now), noClaim...)...)
	}
	return run
}

// endOrMakeRun closes the task's run; where there is none, and something was
// said, it adds one that began and ended now to keep it (hermes kanban_db.py,
// _end_or_synthesize_run).
func (a *action) endOrMakeRun(outcome, said string) any {
	s := a.scene
	summary := sqlsource.OrNull(said)
	run := a.endRun(s, "status", outcome, "outcome", outcome, "summary", summary, "error", nil, "metadata", nil)
	switch {
	case run != nil:
		a.set("current_run_id", nil)
		return run
	case said == "" || !s.Has(tabRuns):
		return nil
	}
	a.write(tabRuns, nil, "task_id", s.id(), "profile", s.task["assignee"], "step_key", s.task["current_step_key"],
		"status", outcome, "outcome", outcome, "summary", said, "started_at", s.now, "ended_at", s.now)
	return sqlitedb.Made{Table: tabRuns}
}

// decision is what the action comes to: the task's own row is written first.
func (a *action) decision() sqlsource.Decision {
	if len(a.row) > 0 {
		own := sqlitedb.Write{Table: tabTasks, Key: sqlitedb.Values{sqlsource.Set("id", a.scene.id())}, Set: a.row}
		a.Writes = append([]sqlitedb.Write{own}, a.Writes...)
	}
	return a.Decision
}

// owners names Hermes' own command that can do something about a task, this one
// or another. Its value stands behind a flag where there is one.
func (a *action) owners(verb, id, flag, value string) {
	if a.scene != nil {
		a.Command = a.scene.board.owner(verb, cmp.Or(id, a.scene.id()), flag, value)
	}
}

// reasonFlag is the option of Hermes' commands that takes the operator's words.
const reasonFlag = "--reason"

// owner writes Hermes' own command for a task of the board as argv; nil when the
// id would be read as an option.
func (b *board) owner(verb, id, flag, value string) []string {
	if id == "" || strings.HasPrefix(id, "-") {
		return nil
	}
	argv := []string{"hermes", "kanban"}
	if slug := b.ownSlug(); slug != "" {
		argv = append(argv, "--board", slug)
	} else {
		// No slug names a file that lies elsewhere; this variable does, before
		// everything else (hermes kanban_db.py, kanban_db_path).
		argv = append([]string{"env", "HERMES_KANBAN_DB=" + b.path}, argv...)
	}
	argv = append(argv, verb, id)
	switch dashed := strings.HasPrefix(value, "-"); {
	case value == "", dashed && flag == "":
		return argv // it would be read as an option
	case dashed:
		return append(argv, flag+"="+value)
	case flag != "":
		argv = append(argv, flag)
	}
	return append(argv, value)
}

// firstOf names a few of many.
func firstOf(ids []string) string {
	const few = 3
	if len(ids) <= few {
		return strings.Join(ids, ", ")
	}
	return strings.Join(ids[:few], ", ") + " and " + classify.Count(len(ids)-few, "other")
}
